"""What is told of a move is what happened."""

from tests.client import Answer, Referee
from tests.games.ortus_regni.tables import FORCED, attack, field, go, landed, make, reveal, suffer, table


def texts(answer: Answer, kind: str) -> list[str]:
    return [event["text"] for event in answer["events"] if event["type"] == kind]


def test_equal_cards_are_all_told(ortus_regni: Referee) -> None:
    state = table(ana={"hand": "treachery"}, bruno={"hand": "land land"})
    answer = go(
        ortus_regni, state, make("treachery", target="bruno", aim="hand"), make("allies", "bruno", play=False)
    )
    assert texts(answer, "hand-hurt") == ["bruno loses 2 Lands from the hand."]


def test_an_empty_hand_loses_nothing(ortus_regni: Referee) -> None:
    state = table(ana={"hand": "treachery vassal*2"}, bruno={"hand": "allies vassal"})
    moves = [
        make("treachery", target="bruno", aim="hand"),
        make("allies", "bruno", play=True),
        make("dispute", vassal="hand"),
        make("dispute", "bruno", vassal="hand"),
        make("dispute", vassal="hand"),
        make("dispute", "bruno", vassal=None),
    ]
    answer = go(ortus_regni, state, *moves)
    assert texts(answer, "hand-hurt") == []
    assert texts(answer, "hand-hurt-unseen") == ["bruno loses no card from the hand."]


def test_a_palace_without_a_lord_is_told_as_such(ortus_regni: Referee) -> None:
    state = table(
        ana={"hand": "champion*2"}, bruno={"fiefs": "palace land; castle vassal; castle champion", "towers": "land"}
    )
    moves = [attack(), field(hand="champion*2"), field("bruno", lords=[2, 3]), reveal("attacker")]
    paid = go(ortus_regni, state, *moves, make("ransom", "bruno", lord=2, pay={"fief": 1}))
    assert texts(paid, "castle-left-empty") == ["bruno's Fief 1 has lost its Palace."]
    assert texts(paid, "castle-left") == []
    paid = go(ortus_regni, state, *moves, make("ransom", "bruno", lord=2, pay={"fief": 3}))
    assert texts(paid, "castle-left") == ["bruno's Fief 3 has lost its Castle; its Lord is discarded."]


def test_the_battle_card_of_the_church_has_its_own_name(ortus_regni: Referee) -> None:
    state = table(ana={"hand": "champion"}, bruno={"hand": "champion", "towers": "land"})
    answer = go(
        ortus_regni, state, attack(), field(hand="champion"), field("bruno", hand="champion"), reveal("church")
    )
    assert texts(answer, "battle-card") == ["The Battle card is “Church Decides”."]


def test_lords_taken_by_vikings_do_not_survive(ortus_regni: Referee) -> None:
    pending = {"type": "vikings", "step": "order", "controller": "ana"}
    state = landed(
        bruno={"fiefs": "palace champion; castle vassal land"}, phase="vikings", turn=None, pending=pending
    )
    order = make("order", target="bruno", kind="raid", fief=2)
    answer = go(ortus_regni, state, order, field("bruno", lords=[1, 2]), reveal("attacker"), FORCED)
    if answer["state"]["pending"]:
        answer = go(ortus_regni, answer["state"], suffer("bruno", lords=[1, 2]))
    assert texts(answer, "lords-unhurt") == []
    assert len(texts(answer, "lords-dead")) == 2


def test_no_banner_is_told_once(ortus_regni: Referee) -> None:
    state = table(ana={"hand": "banner"}, bruno={"hand": "land", "fiefs": "palace land"})
    joust = go(ortus_regni, state, make("joust"))["state"]
    answer = ortus_regni.validate(joust, make("excuse", "bruno"))
    assert answer.message("joust/excuse") == "bruno has no Banner in hand to stay out with."
