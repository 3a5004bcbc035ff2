// Writes the package into build/: `npm ci && npm run build`.
// The types are generated from ../../openapi.yaml; scoring and share links are the files that the page itself uses.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const page = resolve(here, "../../../service/web");
const source = join(here, "build/source");

function run(tool, ...options) {
  execFileSync(process.execPath, [join(here, "node_modules", tool), ...options], { cwd: here, stdio: ["ignore", 2, 2] });
}

/** A file of the page, and those that it imports from its own folder. */
function copy(file, to) {
  cpSync(file, join(to, basename(file)));
  for (const [, name] of readFileSync(file, "utf-8").matchAll(/from "\.\/([\w-]+\.js)"/g)) copy(join(dirname(file), name), to);
}

rmSync(join(here, "build"), { recursive: true, force: true });
cpSync(join(here, "src"), source, { recursive: true });
mkdirSync(join(source, "page"));
cpSync(join(page, "scoring"), join(source, "page/scoring"), { recursive: true });
copy(join(page, "packed.js"), join(source, "page"));

// What has a default may be left out of a question, which the generator does not know without this option.
run("openapi-typescript/bin/cli.js", join(here, "../../openapi.yaml"), "-o", join(source, "openapi.ts"), "--default-non-nullable=false");
// The examples of the document would be three quarters of the file.
const types = join(source, "openapi.ts");
writeFileSync(types, readFileSync(types, "utf-8").replace(/\n\s*\* @example[^]*?(?=\n\s*\*\/|\n\s*\* @)|\/\*\* @example.*\*\//g, ""));

const shared = ["--strict", "--allowJs", "--skipLibCheck", "--target", "es2022", "--lib", "es2022,dom", "--rootDir", source];
const files = readdirSync(source).filter((name) => name.endsWith(".ts")).map((name) => join(source, name));
run("typescript/bin/tsc", ...files, ...shared, "--declaration", "--module", "es2022", "--moduleResolution", "bundler", "--outDir", join(here, "build/esm"));
run("typescript/bin/tsc", ...files, ...shared, "--noCheck", "--module", "commonjs", "--moduleResolution", "node10", "--outDir", join(here, "build/cjs"));
cpSync(join(here, "build/esm"), join(here, "build/cjs"), { recursive: true, filter: (path) => !path.endsWith(".js") });
writeFileSync(join(here, "build/cjs/package.json"), '{"type": "commonjs"}\n');
