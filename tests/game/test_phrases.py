"""The phrase list, its traps, batches, and the notation itself, understood in every language."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.game.announcements import (
    Announcement,
    Archer,
    Dive,
    Drone,
    Gap,
    Heading,
    Hurt,
    Impact,
    Item,
    Mine,
    Ready,
    Scenario,
    Side,
    Silence,
    Sonar,
    Surface,
    System,
    Torpedo,
    Trigger,
)
from tracker.game.cells import Course, cell_at, parse_cell
from tracker.game.errors import Ambiguous, TrackerError, Unreadable
from tracker.game.maps import SeaMap
from tracker.game.notation import format_announcement
from tracker.game.phrase_words import LANGUAGES, numbers_of, phrases_of, repeated_phrases
from tracker.game.phrases import AmbiguousPhrase, Understood, understand

SHOT = Announcement(Side.BLUE, Torpedo(parse_cell("C6")))
DRONE = Announcement(Side.YELLOW, Drone(5))
SONAR = Announcement(Side.YELLOW, Sonar())

cells = st.builds(cell_at, st.integers(0, 14), st.integers(0, 14))
sectors = st.integers(1, 225)
impacts = st.none() | st.sampled_from(Impact)
items: st.SearchStrategy[Item] = st.one_of(
    st.builds(Heading, st.none() | st.sampled_from(Course)),
    st.just(Gap()),
    st.builds(Silence),
    st.just(Silence(0)),
    st.builds(Silence, st.integers(1, 4), st.sampled_from(Course)),
    st.builds(Surface, st.none() | sectors, st.none() | st.booleans(), st.booleans()),
    st.builds(Drone, sectors, st.none() | st.booleans()),
    st.just(Sonar()),
    st.builds(Sonar, row=st.integers(0, 14), column=st.integers(0, 14)),
    st.builds(Sonar, row=st.integers(0, 14), sector=sectors),
    st.builds(Sonar, column=st.integers(0, 14), sector=sectors),
    st.builds(Torpedo, cells, impacts, impacts),
    st.builds(Trigger, cells, impacts, impacts),
    st.builds(Archer, cells, impacts, impacts),
    st.builds(Mine, st.none() | cells),
    st.builds(Ready, st.sampled_from(System)),
    st.sampled_from([Scenario(), Hurt(), Dive()]),
)
announcements = st.builds(Announcement, st.sampled_from(Side), items)

# The phrase list, row by row: (phrase, what it says); an answer is said to SHOT, DRONE or SONAR.
ENGLISH = [
    ("DIVE", "B dive"),
    ("HEAD NORTH", "B N"),
    ("HEAD SOUTH", "B S"),
    ("HEAD EAST", "B E"),
    ("HEAD WEST", "B W"),
    ("HEADING NORTH", "B N"),
    ("surfacing in sector 6", "B surface 6"),
    ("SURFACE! surfacing in sector 6", "B surface 6"),
    ("READY TO DIVE", "B dive"),
    ("TORPEDO LAUNCHED, IMPACT IN C6", "B torpedo C6 ?"),
    ("I'M DROPPING A MINE", "B mine"),
    ("MINE DROPPED", "B mine"),
    ("I'm dropping a mine! Mine dropped!", "B mine"),
    ("TRIGGERING A MINE AT G7", "B trigger G7 ?"),
    ("TRIGGERING ARCHER MINE AT C4", "B archer C4 ?"),
    ("ARE YOU IN SECTOR 5?", "B drone 5 ?"),
    ("ACTIVATING SONAR", "B sonar ?"),
    ("WE ARE IN ROW L, SECTOR 6", "Y sonar column=L sector=6"),
    ("ACTIVATING SILENCE", "B silence"),
    ("MINE READY", "B ready mine"),
    ("TORPEDO READY", "B ready torpedo"),
    ("DAMAGE", "B hurt"),
    ("Silent running", "B silence"),
    ("Stealth", "B silence"),
    ("Lay mine", "B mine"),
    ("Detonate mine at E5", "B trigger E5 ?"),
    ("Fire torpedo at B6", "B torpedo B6 ?"),
    ("Activate drone - are you in sector 2?", "B drone 2 ?"),
]
FRENCH = [
    ("PLONGEZ !", "B dive"),
    ("ROUTE AU NORD", "B N"),
    ("ROUTE AU SUD", "B S"),
    ("ROUTE A L'EST", "B E"),
    ("ROUTE À L’OUEST", "B W"),
    ("route a lest", "B E"),
    ("SURFACE ! surface en secteur 6", "B surface 6"),
    ("surface en secteur 6", "B surface 6"),
    ("PARES A PLONGER", "B dive"),
    ("TORPILLE LARGUÉE, IMPACT EN C6", "B torpedo C6 ?"),
    ("JE LARGUE UNE MINE", "B mine"),
    ("MINE LARGUEE", "B mine"),
    ("JE FAIS EXPLOSER LA MINE située en G7", "B trigger G7 ?"),
    ("DETONATION MINE ARCHER : IMPACT EN C4", "B archer C4 ?"),
    ("ETES-VOUS EN SECTEUR 5 ?", "B drone 5 ?"),
    ("ACTIVATION DU SONAR", "B sonar ?"),
    ("NOUS SOMMES EN LIGNE N ET EN SECTEUR 7", "Y sonar column=N sector=7"),
    ("ACTIVATION DU SILENCE", "B silence"),
    ("MINE PRETE", "B ready mine"),
    ("DÉGÂT !", "B hurt"),
]
PORTUGUESE = [
    ("submergir", "B dive"),
    ("PARA O NORTE", "B N"),
    ("para o Sul", "B S"),
    ("para o Leste", "B E"),
    ("para o Oeste", "B W"),
    ("EMERGINDO setor 6", "B surface 6"),
    ("emergindo no setor seis", "B surface 6"),
    ("PRONTO PARA SUBMERGIR", "B dive"),
    ("TORPEDO LANÇADO, IMPACTO NA C6", "B torpedo C6 ?"),
    ("ESTOU POSICIONANDO UMA MINA", "B mine"),
    ("MINA POSICIONADA", "B mine"),
    ("ACIONANDO UMA MINA NO G7", "B trigger G7 ?"),
    ("VOCÊ ESTÁ NO SETOR 5?", "B drone 5 ?"),
    ("ATIVANDO O SONAR", "B sonar ?"),
    ("estamos na linha L, setor 6", "Y sonar column=L sector=6"),
    ("estamos na linha 5, coluna L", "Y sonar row=5 column=L"),
    ("ATIVANDO SILÊNCIO", "B silence"),
    ("silêncio", "B silence"),
    ("MINAS PRONTAS", "B ready mine"),
    ("DANO", "B hurt"),
]
GERMAN = [
    ("Auf Tauchstation!", "B dive"),
    ("Kurs Nord", "B N"),
    ("Kurs Sued", "B S"),
    ("Kurs Süd", "B S"),
    ("Kurs Ost", "B E"),
    ("Kurs West", "B W"),
    ("Auftauchen, Sektor 3", "B surface 3"),
    ("Wir legen eine Mine!", "B mine"),
    ("Mine zünden in G7", "B trigger G7 ?"),
    ("Seid ihr in Sektor 5?", "B drone 5 ?"),
    ("Suchdrohne, Sektor 5, ja", "B drone 5 yes"),
    ("Schleichfahrt", "B silence"),
    ("Mine bereit", "B ready mine"),
]
SPANISH = [
    ("inmersión", "B dive"),
    ("rumbo norte", "B N"),
    ("rumbo sur", "B S"),
    ("rumbo este", "B E"),
    ("rumbo oeste", "B W"),
    ("emerger, sector 6", "B surface 6"),
    ("torpedo, impacto en C6", "B torpedo C6 ?"),
    ("mina colocada", "B mine"),
    ("detonar mina en G7", "B trigger G7 ?"),
    ("¿estáis en el sector 5?", "B drone 5 ?"),
    ("activando sonar", "B sonar ?"),
    ("activando silencio", "B silence"),
    ("mina lista", "B ready mine"),
    ("daño", "B hurt"),
]
ANSWERS = [
    ("en", "ALL CLEAR", SHOT, "B torpedo C6 clear"),
    ("en", "CLEAR", SHOT, "B torpedo C6 clear"),
    ("en", "INDIRECT HIT, ONE DAMAGE", SHOT, "B torpedo C6 indirect"),
    ("en", "DIRECT HIT, TWO DAMAGE", SHOT, "B torpedo C6 direct"),
    ("en", "YES", DRONE, "Y drone 5 yes"),
    ("en", "NO", DRONE, "Y drone 5 no"),
    ("en", "WE ARE IN ROW L, SECTOR 6", SONAR, "Y sonar column=L sector=6"),
    ("fr", "RAS !", SHOT, "B torpedo C6 clear"),
    ("fr", "IMPACT INDIRECT, UN DEGAT", SHOT, "B torpedo C6 indirect"),
    ("fr", "IMPACT DIRECT, DEUX DEGATS", SHOT, "B torpedo C6 direct"),
    ("fr", "OUI", DRONE, "Y drone 5 yes"),
    ("fr", "NON", DRONE, "Y drone 5 no"),
    ("fr", "NOUS SOMMES EN LIGNE N ET EN SECTEUR 7", SONAR, "Y sonar column=N sector=7"),
    ("pt", "TUDO LIMPO", SHOT, "B torpedo C6 clear"),
    ("pt", "IMPACTO INDIRETO, UM DANO", SHOT, "B torpedo C6 indirect"),
    ("pt", "IMPACTO DIRETO, DOIS DANOS", SHOT, "B torpedo C6 direct"),
    ("pt", "SIM", DRONE, "Y drone 5 yes"),
    ("pt", "NÃO", DRONE, "Y drone 5 no"),
    ("de", "Kein Treffer!", SHOT, "B torpedo C6 clear"),
    ("de", "Indirekter Treffer! 1 Schadenspunkt!", SHOT, "B torpedo C6 indirect"),
    ("de", "Volltreffer", SHOT, "B torpedo C6 direct"),
    ("de", "Nein", DRONE, "Y drone 5 no"),
    ("es", "despejado", SHOT, "B torpedo C6 clear"),
    ("es", "sin novedad", SHOT, "B torpedo C6 clear"),
    ("es", "impacto indirecto, un daño", SHOT, "B torpedo C6 indirect"),
    ("es", "impacto directo, dos daños", SHOT, "B torpedo C6 direct"),
    ("es", "sí", DRONE, "Y drone 5 yes"),
]
REMARKS = [
    *[(language, "OK", "ok") for language in LANGUAGES],
    ("en", "STOP", "stop"),
    ("fr", "STOP !", "stop"),
    ("de", "Stop!", "stop"),
    ("pt", "PARE", "stop"),
    ("es", "alto", "stop"),
    ("en", "Check", "ok"),
    ("en", "Continue", "ok"),
]
TABLE = [
    (language, phrase, said)
    for language, rows in (
        ("en", ENGLISH),
        ("fr", FRENCH),
        ("pt", PORTUGUESE),
        ("de", GERMAN),
        ("es", SPANISH),
    )
    for phrase, said in rows
]


def choices(text: str, language: str = "en", **given: object) -> set[tuple[str, ...]]:
    with pytest.raises(AmbiguousPhrase) as asked:
        understand(text, language, **given)  # type: ignore[arg-type]
    assert isinstance(asked.value, Ambiguous)
    return {choice.spelled for choice in asked.value.choices}


def sentence_or_understood(text: str, language: str, after: Announcement | None) -> str | Understood:
    try:
        return understand(text, language, after=after)
    except TrackerError as error:
        return str(error)


def unreadable(text: str, language: str = "en") -> Unreadable:
    with pytest.raises(Unreadable) as refused:
        understand(text, language)
    return refused.value


@pytest.mark.parametrize(("language", "phrase", "said"), TABLE)
def test_each_phrase_of_the_list_is_understood_whatever_its_case(language: str, phrase: str, said: str) -> None:
    for text in (phrase, phrase.lower(), phrase.upper()):
        assert understand(text, language).spelled == (said,)


@pytest.mark.parametrize(("language", "phrase", "asked", "said"), ANSWERS)
def test_an_answer_completes_the_announcement_before_it(
    language: str, phrase: str, asked: Announcement, said: str
) -> None:
    understood = understand(phrase, language, after=asked)
    assert understood.announcements == ()
    assert understood.completed is not None
    assert format_announcement(understood.completed) == said


@pytest.mark.parametrize(("language", "phrase", "word"), REMARKS)
def test_a_crews_confirmation_is_kept_with_its_side(language: str, phrase: str, word: str) -> None:
    understood = understand(phrase, language)
    assert understood.announcements == ()
    assert [(remark.side, remark.word) for remark in understood.remarks] == [(Side.BLUE, word)]
    assert understand(f"us {phrase}", language).remarks[0].side is Side.YELLOW


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_lists_a_phrase_twice(language: str) -> None:
    assert repeated_phrases(language) == ()
    assert all(phrase and all(phrase) for phrase in phrases_of(language))
    assert set(numbers_of(language).values()) == set(range(1, 16))


@pytest.mark.parametrize("language", LANGUAGES)
@given(said=st.lists(announcements, min_size=1, max_size=5))
@settings(max_examples=60)
def test_the_notation_is_understood_as_itself_in_every_language(language: str, said: list[Announcement]) -> None:
    spelled = tuple(format_announcement(announcement) for announcement in said)
    understood = understand("\n".join(spelled), language)
    assert understood.announcements == tuple(said)
    assert understood.spelled == spelled


@pytest.mark.parametrize("language", LANGUAGES)
@given(said=st.lists(announcements, min_size=1, max_size=4))
@settings(max_examples=60)
def test_the_notation_with_commas_is_understood_as_itself_in_every_language(
    language: str, said: list[Announcement]
) -> None:
    # A comma makes it speech, read by the phrases' own grammar.
    text = "\n".join(f"{announcement.side.value}, {format_announcement(announcement)[2:]}," for announcement in said)
    assert understand(text, language).announcements == tuple(said)


@given(
    language=st.sampled_from(LANGUAGES),
    words=st.lists(
        st.sampled_from(sorted({word for name in LANGUAGES for phrase in phrases_of(name) for word in phrase}))
        | st.sampled_from([*"bynesw?=olaC675,;.\n", "(E3)", "C6", "12", "(", "02:31", "#", "zz"]),
        max_size=9,
    ),
)
@settings(max_examples=300)
def test_any_words_are_understood_or_answered_with_a_sentence(language: str, words: list[str]) -> None:
    answer = sentence_or_understood(" ".join(words), language, None)
    assert answer if isinstance(answer, str) else answer.announcements or answer.remarks


@given(text=st.text(max_size=30), language=st.sampled_from(LANGUAGES))
@settings(max_examples=200)
def test_any_text_is_understood_or_answered_with_a_sentence(text: str, language: str) -> None:
    assert sentence_or_understood(text, language, SHOT)


@pytest.mark.parametrize(
    ("language", "letter", "course"),
    [("pt", "O", "W"), ("es", "O", "W"), ("fr", "O", "W"), ("de", "O", "E"), ("pt", "L", "E"), ("pt", "E", "E")]
    + [(language, letter, letter) for language in LANGUAGES for letter in "NESW"],
)
def test_a_letter_alone_is_the_course_it_is_in_that_language(language: str, letter: str, course: str) -> None:
    assert understand(letter, language).spelled == (f"B {course}",)
    assert understand(letter.lower(), language).spelled == (f"B {course}",)


@pytest.mark.parametrize(("language", "letter"), [("en", "O"), ("en", "L"), ("fr", "L"), ("de", "L"), ("es", "L")])
def test_a_letter_that_is_no_course_in_a_language_is_refused(language: str, letter: str) -> None:
    (fault,) = unreadable(letter, language).faults
    assert fault.found == f"'{letter}'"
    assert "S south" in fault.expected


def test_letters_are_columns_where_a_cell_or_a_column_stands() -> None:
    assert understand("torpedo O 5 limpo, o, l", "pt").spelled == ("B torpedo O5 clear", "B W", "B E")
    assert understand("torpedo l 5", "pt").spelled == ("B torpedo L5 ?",)
    assert understand("sonar linha L setor 6", "pt").spelled == ("B sonar column=L sector=6",)
    assert understand("torpedo charlie six, all clear").spelled == ("B torpedo C6 clear",)


def test_an_s_is_south_and_never_the_beginning_of_surface_or_silence() -> None:
    for language in LANGUAGES:
        assert understand("s s", language).spelled == ("B S", "B S")
    assert understand("s silence s surface 5 s").spelled == ("B S", "B silence", "B S", "B surface 5", "B S")


@pytest.mark.parametrize("word", ["row", "line", "column", "file"])
def test_a_letter_is_a_column_and_a_number_a_row_whatever_word_is_spoken(word: str) -> None:
    assert understand(f"sonar {word} L sector 6").spelled == ("B sonar column=L sector=6",)
    assert understand(f"sonar {word} 5 sector 6").spelled == ("B sonar row=5 sector=6",)


def test_a_number_that_may_be_a_row_or_a_sector_is_asked_for() -> None:
    two = {("B sonar row=4 sector=7",), ("B sonar row=7 sector=4",)}
    assert choices("sonar 4 7") == two
    assert choices("sonar 4 7", "pt") == two
    assert choices("n sonar L 6 n") == {
        ("B N", "B sonar column=L sector=6", "B N"),
        ("B N", "B sonar row=6 column=L", "B N"),
    }
    assert understand("sonar 4 row 7").spelled == ("B sonar row=7 sector=4",)
    with pytest.raises(AmbiguousPhrase, match="'sonar 4 7' can be read as: B sonar row=4 sector=7; or B sonar row=7"):
        understand("sonar 4 7")


def test_a_map_rules_out_readings_that_it_cannot_have() -> None:
    small = SeaMap("small", ("." * 10,) * 10, 5)
    assert understand("sonar 4 7", sea_map=small).spelled == ("B sonar row=7 sector=4",)
    with pytest.raises(AmbiguousPhrase):
        understand("sonar 4 3", sea_map=small)


def test_answers_of_one_kind_twice_or_of_all_three_are_refused() -> None:
    assert "two different of row, column and sector" in str(unreadable("sonar row 5, column 3"))
    assert "two different" in str(unreadable("sonar row 5"))
    assert "not all three" in str(unreadable("sonar, row 5 column C sector 3"))


def test_what_hit_or_damage_leaves_open_is_asked_for() -> None:
    assert choices("torpedo C6 hit") == {("B torpedo C6 indirect",), ("B torpedo C6 direct",)}
    assert choices("torpedo C6, damage") == {
        ("B torpedo C6 indirect",),
        ("B torpedo C6 direct",),
        ("B torpedo C6 ?", "B hurt"),
    }
    assert understand("torpedo C6, hit, one damage").spelled == ("B torpedo C6 indirect",)
    assert "with one damage" in str(unreadable("torpedo C6 direct hit, one damage"))
    assert understand("torpedo C6 clear hurt").spelled == ("B torpedo C6 clear", "B hurt")


def test_a_mine_at_a_cell_is_dropped_or_set_off() -> None:
    assert choices("mine G7") == {("B mine(G7)",), ("B trigger G7 ?",)}
    assert ("B mine(G7)", "B hurt") in choices("mine G7, damage")
    assert understand("mine G7, clear").spelled == ("B trigger G7 clear",)
    assert understand("mine dropped at G7").spelled == ("B mine(G7)",)
    assert understand("mine exploded at G7, clear").spelled == ("B trigger G7 clear",)
    assert understand("mine, detonate mine at G7").spelled == ("B mine", "B trigger G7 ?")


def test_ready_between_two_systems_is_asked_for_unless_a_pause_tells() -> None:
    assert choices("mine ready silence") == {("B ready mine", "B silence"), ("B mine", "B ready silence")}
    assert understand("mine ready, silence").spelled == ("B ready mine", "B silence")
    assert understand("mine, ready silence").spelled == ("B mine", "B ready silence")
    assert understand("mine ready torpedo C6 clear").spelled == ("B ready mine", "B torpedo C6 clear")
    assert understand("mine ready torpedo").spelled == ("B mine", "B ready torpedo")
    assert understand("mine ready torpedo ready").spelled == ("B ready mine", "B ready torpedo")


def test_a_question_mark_at_a_course_is_asked_for() -> None:
    assert choices("north?") == {("B N",), ("B ?",), ("B N", "B ?")}
    assert choices("nord ?", "fr") == {("B N",), ("B ?",), ("B N", "B ?")}
    assert understand("n ?").spelled == ("B N", "B ?")
    assert understand("missed one?").spelled == ("B gap",)
    assert understand("course not heard").spelled == ("B ?",)


def test_the_portuguese_words_for_and_and_the_are_told_from_east_and_west() -> None:
    assert choices("norte e sul", "pt") == {("B N", "B S"), ("B N", "B E", "B S")}
    assert choices("silence e drone 5", "pt") == {
        ("B silence", "B drone 5 ?"),
        ("B silence", "B E", "B drone 5 ?"),
    }
    assert understand("n e e s", "pt").spelled == ("B N", "B E", "B E", "B S")
    assert understand("estamos na linha 5 e no setor 3", "pt").spelled == ("Y sonar row=5 sector=3",)
    assert understand("sonar coluna e setor 3", "pt").spelled == ("B sonar column=E sector=3",)
    assert choices("o silêncio", "pt") == {("B silence",), ("B W", "B silence")}
    assert understand("n o silêncio n", "pt").spelled == ("B N", "B W", "B silence", "B N")
    assert choices("para o", "pt") == {("B W",), ("B ?",)}
    assert understand("para o o", "pt").spelled == ("B W",)
    assert understand("você está no setor 5? não", "pt").spelled == ("B drone 5 no",)


def test_a_spanish_y_is_and_inside_a_line_and_yellow_at_its_start() -> None:
    assert understand("norte y sur", "es").spelled == ("B N", "B S")
    assert understand("y norte", "es").spelled == ("Y N",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("n n e", "B N/B N/B E"),
        ("n n silence n", "B N/B N/B silence/B N"),
        ("n,n\ne", "B N/B N/B E"),
        ("north, head north; east", "B N/B N/B E"),
        ("NNESS", "B N/B N/B E/B S/B S"),
        ("nne silence", ""),
        ("NNE silence", "B N/B N/B E/B silence"),
        ("n n silence surfacing sector 5", "B N/B N/B silence/B surface 5"),
        ("torpedo C6 all clear, n, drone 5 no", "B torpedo C6 clear/B N/B drone 5 no"),
        ("torpedo C6\nall clear\nn", "B torpedo C6 clear/B N"),
        ("Y torpedo C6\nindirect hit, one damage\nn", "Y torpedo C6 indirect/B N"),
        ("B N, Y drone 5 no, B E", "B N/Y drone 5 no/B E"),
        ("us torpedo C6 direct enemy north", "Y torpedo C6 direct/B N"),
        ("activating sonar. we are in row 5, sector 3", "B sonar row=5 sector=3"),
        ("us: activating sonar\nwe are in row 5, sector 3", "Y sonar row=5 sector=3"),
        ("activate drone - are you in sector 5? yes", "B drone 5 yes"),
        ("blackout, surfacing in sector five, damage", "B blackout 5 hurt"),
        ("surface ?", "B surface ?"),
        ("surfacing, sector not heard", "B surface ?"),
        ("mine\nmine", "B mine/B mine"),
        ("silence(E3), mine(G7), silence (0)", "B silence(E3)/B mine(G7)/B silence(0)"),
        ("torpedo C6, clear, own ship direct hit", "B torpedo C6 clear self=direct"),
        ("us damage", "Y hurt"),
        ("yellow torpedo ready", "Y ready torpedo"),
    ],
)
def test_texts_of_several_announcements(text: str, said: str) -> None:
    if said:
        assert "/".join(understand(text).spelled) == said
    else:
        unreadable(text)


def test_clocks_comments_and_places_are_kept() -> None:
    said = understand("02:31 B torpedo C6 clear # close\n  n, head east # two").announcements
    assert [(a.clock, a.comment, a.line) for a in said] == [(151, "close", 1), (None, "", 2), (None, "two", 2)]
    assert [a.column for a in said] == [9, 3, 6]
    (spoken,) = understand("1:02:03 torpedo launched, impact in C6").announcements
    assert spoken.clock == 3723
    assert [a.column for a in understand("n; n, n; silence").announcements] == [1, 4, 7, 10]


def test_the_side_is_the_enemys_unless_another_is_named_or_asked_for() -> None:
    assert understand("n", us=Side.BLUE).spelled == ("Y N",)
    assert understand("head north", us=Side.BLUE).spelled == ("Y N",)
    assert understand("n, torpedo C6 clear", side=Side.YELLOW).spelled == ("Y N", "Y torpedo C6 clear")
    assert understand("B n", side=Side.YELLOW).spelled == ("B N",)
    assert understand("enemy head north", side=Side.YELLOW).spelled == ("B N",)
    assert understand("we are in row 5 sector 3", side=Side.YELLOW).spelled == ("B sonar row=5 sector=3",)


@pytest.mark.parametrize(("language", "text"), [("en", "we fire torpedo C6"), ("fr", "nous torpille C6")])
def test_we_is_asked_for_since_the_speaker_may_be_either_crew(language: str, text: str) -> None:
    assert choices(text, language) == {("Y torpedo C6 ?",), ("B torpedo C6 ?",)}
    assert understand(text.replace(" ", ": ", 1), language).spelled == ("Y torpedo C6 ?",)


def test_every_fault_is_named_with_its_place_and_a_near_word() -> None:
    faults = unreadable("n, surfcing sector, n\ntorpedo P6").faults
    assert [(fault.line, fault.column) for fault in faults] == [(1, 4), (1, 13), (2, 9)]
    assert "perhaps 'surfacing'?" in faults[0].expected
    assert faults[2].found == "'P6'"
    assert "a cell such as C6" in faults[2].expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "an item such as"),
        ("the", "an item such as"),
        ("B", "an item such as"),
        ("us, the", "an item such as"),
        ("surface", "a sector's number such as 5"),
        ("drone", "a sector's number such as 5"),
        ("sector C", "a sector's number"),
        ("torpedo", "a cell such as C6"),
        ("torpedo away, north", "a cell such as C6"),
        ("head", "a course"),
        ("ready", "a system that is ready"),
        ("all clear", "before this answer what it answers, such as torpedo C6 clear"),
        ("yes", "before this answer what it answers, such as drone 5 yes"),
        ("n, all clear", "before this answer"),
        ("C6", "what happened at this cell"),
        ("n5", "what happened at this cell"),
    ],
)
def test_what_is_missing_is_named(text: str, expected: str) -> None:
    assert expected in str(unreadable(text))


def test_an_answer_is_not_given_twice_nor_to_the_wrong_question() -> None:
    with pytest.raises(Unreadable):
        understand("yes", after=SHOT)
    with pytest.raises(Unreadable):
        understand("all clear", after=Announcement(Side.BLUE, Torpedo(0, Impact.CLEAR)))
    assert understand("n", after=SHOT).completed is None
    assert {choice.completed for choice in _asked("hit", SHOT)} == {
        Announcement(Side.BLUE, Torpedo(SHOT.item.target, impact))  # type: ignore[union-attr]
        for impact in (Impact.INDIRECT, Impact.DIRECT)
    }
    assert understand("we are in row 5 sector 3", after=Announcement(Side.BLUE, Sonar())).spelled == (
        "Y sonar row=5 sector=3",
    )


def _asked(text: str, after: Announcement) -> tuple[object, ...]:
    with pytest.raises(AmbiguousPhrase) as asked:
        understand(text, after=after)
    return asked.value.choices


def test_too_many_readings_are_sent_back_in_pieces() -> None:
    with pytest.raises(AmbiguousPhrase, match="say the text in pieces") as asked:
        understand("n? n? n? n?")
    assert asked.value.choices == ()


def test_a_language_is_known_by_its_code_with_a_region_and_else_read_as_english() -> None:
    assert understand("para o sul", "pt-BR").spelled == ("B S",)
    assert understand("head south", "fi").spelled == ("B S",)
