"""Uses a generated Python client, in the environment of the generator: ``python use_python.py folder examples``.

Every module is imported, and the answers of the examples are decoded and encoded again. It prints how many.
"""

import importlib
import json
import pkgutil
import sys
from pathlib import Path

GAMES = ("brian-boru", "kingdomino", "ortus-regni", "roll-and-raid")
NAMES = {"PacksCheck": "PackAnswer", "Pack": "PackContent"}


def main(folder: Path, examples: Path) -> None:
    sys.path.insert(0, str(folder.parent))
    package = importlib.import_module(folder.name)
    modules = [each.name for each in pkgutil.walk_packages(package.__path__, f"{folder.name}.")]
    for name in modules:
        importlib.import_module(name)
    models = importlib.import_module(f"{folder.name}.models")
    used = 0
    for game in GAMES:
        prefix = game.title().replace("-", "")
        for path in sorted(examples.glob(f"{game}-*.json")):
            operation = path.stem.removeprefix(f"{game}-").title().replace("-", "")
            model = getattr(models, prefix + NAMES.get(operation, f"{operation}Answer"), None)
            if model is not None:  # the document is of another game, or the type of all games
                answer = json.loads(path.read_text("utf-8"))["response"]
                assert model.from_dict(answer).to_dict() == answer, path.name
                used += 1
    print(len(modules), used)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
