"""Generated Swift, Kotlin and Dart, looked at for the faults that made such clients useless before.

Where there is no compiler (Swift, Dart) this is all that is checked: every component has a model and every operation
a function; a move is a union with one case for each of its types; no default is an object.
"""

import re
from pathlib import Path
from typing import Any

REMARKS = (
    "OpenAPI 3.1 support is still in beta",
    "(reserved word) cannot be used as model name",  # it renames such names itself
    "Failed to get the schema name: null",  # of a union with a list, which has no name of its own
)
"""Lines of the generator's log that are no faults of the document."""
ENDING = {"swift6": "swift", "kotlin": "kt", "dart": "dart"}
FUNCTION = {
    "swift6": re.compile(r"open class func (\w+)\("),
    "kotlin": re.compile(r"^    (?:suspend )?fun (\w+)\(", re.MULTILINE),
    "dart": re.compile(r"^  Future<\S+?> (\w+)\(", re.MULTILINE),
}
OBJECT_DEFAULT = {
    "swift6": re.compile(r"= \[?\{"),
    "kotlin": re.compile(r"^    val \w+: \S+ = \{", re.MULTILINE),
    "dart": re.compile(r"this\.\w+ = (?:const )?\{[^}]"),
}


def warnings(log: str) -> list[str]:
    lines = [line for line in log.splitlines() if re.search(r"\b(WARN|ERROR)\b", line)]
    return [line for line in lines if not any(remark in line for remark in REMARKS)]


def camel(operation_id: str) -> str:
    first, *others = operation_id.split("-")
    return first + "".join(word.capitalize() for word in others)


def faults(language: str, folder: Path, document: dict[str, Any]) -> list[str]:
    """What is wrong with a generated client; nothing if all is well."""
    files = {path.stem: path.read_text("utf-8") for path in folder.rglob(f"*.{ENDING[language]}")}
    text = "\n".join(files.values())
    found = [f"no model {name}" for name in missing_models(language, files, document)]
    functions = set(FUNCTION[language].findall(text))
    ids = [operation["operationId"] for item in document["paths"].values() for operation in item.values()]
    found += [f"no function {name}" for name in ids if camel(name) not in functions]
    components = {name.lower() for name in document["components"]["schemas"]}
    models = "\n".join(content for name, content in files.items() if name.replace("_", "").lower() in components)
    found += [f"default that is an object: {match}" for match in OBJECT_DEFAULT[language].findall(models)[:5]]
    if language != "dart":  # it has no unions: a move is a class with the fields of all
        found += missing_cases(files, document)
    return found


def missing_models(language: str, files: dict[str, str], document: dict[str, Any]) -> list[str]:
    """Objects, enumerations and unions without a file; Dart writes the names of its files with underscores."""
    schemas = document["components"]["schemas"]
    plain = [name for name, schema in schemas.items() if schema.get("type") == "string" and "enum" not in schema]
    names = {name.replace("_", "").lower() for name in files}
    return [name for name in schemas if name not in plain and name.lower() not in names]


def missing_cases(files: dict[str, str], document: dict[str, Any]) -> list[str]:
    """Types of moves that a generated union does not know."""
    found = []
    for name, schema in document["components"]["schemas"].items():
        for reference in schema.get("oneOf", []):
            member = reference["$ref"].rpartition("/")[2]
            if not re.search(rf"\b(type|adapter){member}\b", files[name]):
                found.append(f"{name} has no case {member}")
    return found
