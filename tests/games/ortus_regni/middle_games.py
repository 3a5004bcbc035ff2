"""Tables in the middle of a game, made by chance: Kings, Vikings, Mercenaries, many Fiefs, cards of others."""

import json
import random
from typing import Any

from tests.games.ortus_regni.tables import NAMES

Plain = dict[str, Any]
COMMON = ["castle"] * 4 + ["land"] * 3 + ["vassal"] * 4 + ["market", "church", "prince", "champion", "monk"] * 2
COMMON += ["mercenary", "treachery", "intrigue", "banner"] * 3 + ["allies"] * 2 + ["banquet", "cathedral"]
FACES = ("prince", "vassal", "champion", "monk")
COLOURS = ("blue", "red", "green", "gold", "purple", "orange")


def middle_game(count: int, options: Plain, seed: int, pack: Plain) -> Plain:
    """A whole table at the beginning of somebody's turn."""
    return _Table(count, options, random.Random(f"{seed} {count} {json.dumps(options)}"), pack).state()


class _Table:
    def __init__(self, count: int, options: Plain, chance: random.Random, pack: Plain) -> None:
        self.count, self.options, self.chance, self.pack = count, options, chance, pack
        self.names = list(NAMES[:count])
        self.extra = 2 if "tournament" in options.get("variants", []) else 0
        self.rest = {name: self.deck(24 + self.extra) for name in self.names}
        self.built = {name: list(cards) for name, cards in self.rest.items()}
        self.fiefs: dict[str, list[Plain]] = {name: [] for name in self.names}
        self.mercenaries: dict[str, list[Plain]] = {name: [] for name in self.names}
        self.armies = self.pile("army")
        self.short = chance.random() < 0.2
        """Whether nearly all Armies are in play."""

    def deck(self, size: int) -> list[str]:
        """Six of a type at most."""
        cards: list[str] = []
        while len(cards) < size:
            card = self.chance.choice(COMMON)
            if cards.count(card) < 6:
                cards.append(card)
        return cards

    def pile(self, deck: str) -> list[str]:
        cards: list[str] = []
        for entry in self.pack["piles"]:
            if entry["deck"] == deck:
                cards += [entry["card"]] * (entry["count"] + (self.count - 2) * entry.get("each_more", 0))
        self.chance.shuffle(cards)
        return cards

    def holder(self, owner: str) -> str:
        """Mostly the owner holds a card, sometimes another Earl took it."""
        return owner if self.chance.random() < 0.8 else self.chance.choice(self.names)

    def lay(self, owner: str, card: str) -> Any:
        """Who holds a card on the table, and how it is written there."""
        holder = self.holder(owner)
        return holder, card if holder == owner else {"card": card, "owner": owner}

    def take(self, name: str, cards: tuple[str, ...], share: float) -> list[str]:
        """Some of the cards of these types."""
        taken = [card for card in self.rest[name] if card in cards and self.chance.random() < share]
        for card in taken:
            self.rest[name].remove(card)
        return taken

    def castles(self) -> None:
        for name in self.names:
            anchors = ["palace", *self.take(name, ("castle",), 0.5)]
            for card in anchors:
                holder, anchor = self.lay(name, card)
                fief = {"id": len(self.fiefs[holder]) + 1, "anchor": anchor, "lord": None, "properties": []}
                self.fiefs[holder].append(fief)
        for name in self.names:  # an Earl without a Fief would be out
            rich = max(self.names, key=lambda other: len(self.fiefs[other]))
            if not self.fiefs[name]:
                fief = self.fiefs[rich].pop()
                card = fief["anchor"] if isinstance(fief["anchor"], dict) else {"card": fief["anchor"], "owner": rich}
                fief.update(id=1, anchor=card["card"] if card["owner"] == name else card)
                self.fiefs[name].append(fief)

    def properties(self) -> None:
        cathedral = False
        for name in self.names:
            for card in self.take(name, ("land", "market", "church"), 0.6):
                holder, written = self.lay(name, card)
                self.chance.choice(self.fiefs[holder])["properties"].append(written)
            if not cathedral and self.chance.random() < 0.1 and "cathedral" in self.rest[name]:
                self.rest[name].remove("cathedral")
                holder, written = self.lay(name, "cathedral")
                self.chance.choice(self.fiefs[holder])["properties"].append(written)
                cathedral = True

    def lords(self) -> None:
        for name in self.names:
            for fief in self.fiefs[name]:
                prince = any(other["lord"] == "prince" for other in self.fiefs[name])
                faces = [card for card in self.rest[name] if card in FACES and not (prince and card == "prince")]
                if faces and self.chance.random() < 0.6:
                    fief["lord"] = self.chance.choice(faces)
                    self.rest[name].remove(fief["lord"])

    def hire(self) -> None:
        for name in self.names:
            for _ in self.take(name, ("mercenary",), 0.4):
                holder = self.holder(name)
                number = len(self.mercenaries[holder]) + 1
                garrison = self.armies.pop() if self.armies and self.chance.random() < 0.5 else None
                mercenary = {"id": number, "garrison": garrison}
                self.mercenaries[holder].append(mercenary if holder == name else {**mercenary, "owner": name})

    def some(self, name: str, most: int) -> list[str]:
        """Some cards of any type."""
        self.chance.shuffle(self.rest[name])
        return [self.rest[name].pop() for _ in range(min(self.chance.randint(0, most), len(self.rest[name])))]

    def player(self, name: str, king: str | None) -> Plain:
        sent = self.take(name, ("vassal", "monk"), 0.1)
        banners = len(self.take(name, ("banner",), 0.6)) if king is None else 0
        hand, towers, discard = self.some(name, 7), self.some(name, 3), self.some(name, 8)
        most = len(self.armies) if self.short else 4
        pool = [self.armies.pop() for _ in range(min(len(self.armies), self.chance.randint(0, most)))]
        return {
            "name": name,
            "colour": COLOURS[self.names.index(name)],
            "built": self.built[name],
            "deck": self.rest[name],
            "discard": discard,
            "hand": hand,
            "towers": towers,
            "fiefs": self.fiefs[name],
            "mercenaries": self.mercenaries[name],
            "pool": pool,
            "banners": banners,
            "emissaries": sent,
            "cubes": 1 + sum(2 if card == "monk" else 1 for card in sent),
            "removed": [],
        }

    def crown(self, players: list[Plain]) -> None:
        """Nobody has the lead that would have made him King already."""
        leader, second = sorted(players, key=lambda player: -player["banners"])[:2]
        extra = max(0, leader["banners"] - max(1, second["banners"] + 1))
        leader["banners"] -= extra
        leader["discard"] += ["banner"] * extra

    def state(self) -> Plain:
        self.castles()
        self.properties()
        self.lords()
        self.hire()
        king = self.chance.choice(self.names) if self.chance.random() < 0.3 else None
        royal = [self.armies.pop() for _ in range(self.chance.randint(0, self.count - 1))] if king else []
        players = [self.player(name, king) for name in self.names]
        self.crown(players)
        battle, vikings = self.pile("battle"), self.pile("vikings")
        if self.chance.random() < 0.5:
            battle.sort(key=lambda card: card == "normal")
        arrived = self.chance.random() < 0.5
        there = self.chance.choice((*range(self.count + 3), *range(self.count + 3), len(vikings))) if arrived else 0
        gone = self.chance.choice((0, 3, 20, len(battle)))
        spent = self.chance.choice((0, len(self.armies) // 2, len(self.armies)))
        sunk = self.chance.choice((0, len(vikings) - there)) if arrived else 0
        sent = sum(len(player["emissaries"]) for player in players)
        return {
            "options": {"edition": "es", "variants": [], **self.options},
            "phase": "turn",
            "round": self.chance.randint(9, 12),
            "first": self.chance.choice(self.names),
            "turn": self.chance.choice(self.names),
            "acted": False,
            "players": players,
            "eliminated": [],
            "king": king,
            "royal_army": royal,
            "battle_deck": battle[gone:],
            "battle_discard": battle[:gone],
            "army_deck": self.armies[spent:],
            "army_discard": self.armies[:spent],
            "viking_deck": vikings[there + sunk :],
            "viking_discard": vikings[there : there + sunk],
            "vikings": vikings[:there],
            "black_markers": 0 if arrived else max(min(7, sent), self.chance.randint(0, 7)),
            "white_marker": not arrived and self.chance.random() < 0.2,
            "arrived": arrived,
            "chance": self.chance.randint(0, 2**40),
            "pending": None,
        }
