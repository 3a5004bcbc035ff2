"""The labels of the command's output; all other sentences come from the referee."""

ENGLISH, *_OTHERS = LANGUAGES = ("en", "es", "pl")

_LABELS = {
    "broken": ("Broken rules", "Reglas incumplidas", "Złamane zasady"),
    "contradictions": ("What cannot be", "Lo que no puede ser", "Co jest niemożliwe"),
    "rules": ("Rules", "Reglas", "Zasady"),
    "edition": ("edition", "edición", "wydanie"),
    "silent": ("says nothing", "no dice nada", "milczy"),
    "differs": ("says otherwise", "dice otra cosa", "mówi inaczej"),
    "house ruling": ("house ruling", "criterio propio", "orzeczenie własne"),
    "events": ("What happens", "Qué ocurre", "Co się dzieje"),
    "assumed": ("Assumed", "Se da por supuesto", "Przyjęto za pewne"),
    "missing": ("What would have to be known", "Lo que habría que saber", "Co trzeba by jeszcze wiedzieć"),
    "rests on": ("What this rests on", "En qué se apoya", "Na czym to się opiera"),
    "instead": ("Legal instead", "Legal en su lugar", "Legalne zamiast tego"),
    "otherwise": (
        "Under other editions or house rules",
        "Con otras ediciones o reglas de la casa",
        "Przy innych wydaniach lub zasadach domowych",
    ),
    "changes rules": ("for other rules", "por otras reglas", "z powodu innych zasad"),
    "changes result": ("with another result", "con otro resultado", "z innym wynikiem"),
    "changes facts": (
        "with other facts assumed or missing",
        "con otros supuestos o datos que faltan",
        "przy innych założeniach lub brakujących danych",
    ),
    "changes nothing": ("the same", "lo mismo", "tak samo"),
    "moves": ("Legal moves", "Jugadas legales", "Legalne ruchy"),
    "incomplete": ("The list is not complete", "La lista no está completa", "Lista nie jest pełna"),
    "refused": ("Not legal now", "No es legal ahora", "Teraz nielegalne"),
    "next": ("Next", "A continuación", "Następnie"),
    "next unknown": (
        "Too little is known to say who may move.",
        "Se sabe demasiado poco para decir a quién le toca.",
        "Za mało wiadomo, by powiedzieć, czyj jest ruch.",
    ),
    "nobody": ("nobody", "nadie", "nikt"),
    "not a player": ("not a player's move", "no es jugada de un jugador", "ruch, który nie należy do gracza"),
    "total": ("Total", "Total", "Razem"),
    "ranking": ("Ranking", "Clasificación", "Klasyfikacja"),
    "claims": ("Claimed", "Según los jugadores", "Podane wyniki"),
    "remedies": ("What can be done now", "Qué se puede hacer ahora", "Co można teraz zrobić"),
    "recommended": ("as the rules say", "según las reglas", "zgodnie z zasadami"),
    "case": ("Case", "Caso", "Sprawa"),
    "no hits": ("Nothing was found.", "No se encontró nada.", "Nic nie znaleziono."),
    "of hits": ("{shown} of {all} hits", "{shown} de {all} resultados", "{shown} z {all} wyników"),
    "legal": ("legal", "legal", "legalnie"),
    "illegal": ("illegal", "ilegal", "nielegalnie"),
    "undetermined": ("undetermined", "sin determinar", "nie da się rozstrzygnąć"),
    "possible": ("possible", "posible", "możliwe"),
    "impossible": ("impossible", "imposible", "niemożliwe"),
    "castle": ("## castle", "## castillo", "## zamek"),
    "wheat": ("W wheat", "C campo de trigo", "Z zboże"),
    "forest": ("F forest", "B bosque", "L las"),
    "lake": ("L lake", "L lago", "J jezioro"),
    "grassland": ("G grassland", "P pradera", "T trawa"),
    "swamp": ("S swamp", "E pantano", "B bagno"),
    "mine": ("M mine", "M mina", "K kopalnia"),
    "crowns": ("a digit: crowns", "una cifra: coronas", "cyfra: korony"),
    "new domino": ("[ ]: the move", "[ ]: la jugada", "[ ]: ruch"),
}


class Words:
    """The labels in one language."""

    def __init__(self, language: str | None) -> None:
        self._place = LANGUAGES.index(language if language in LANGUAGES else ENGLISH)

    def __getitem__(self, label: str) -> str:
        return _LABELS[label][self._place]
