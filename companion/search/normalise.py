"""Normalises text for matching: case, width, kana, old kanji, romaji and readings.

``fold`` keeps every letter, ``sound`` only the pronunciation; ``parts`` returns the words and pairs
of letters that a question and its answer may have in common.
"""

import re
import unicodedata
from collections.abc import Container
from functools import lru_cache
from itertools import pairwise

import jaconv

_OLD = (
    "國国龍竜劍剣劔剣釼剣鐵鉄鐡鉄寶宝寳宝廣広澤沢濱浜邊辺邉辺櫻桜樂楽藥薬靈霊獸獣戰戦圓円圖図學学會会"
    "繪絵變変點点數数價価參参發発燈灯爐炉壯壮聲声應応雙双齋斎眞真傳伝佛仏假仮乘乗勞労營営拂払拔抜"
    "擔担擧挙擇択斷断曉暁條条榮栄橫横殘残氣気沒没淺浅渴渇溪渓滿満瀧滝爭争狹狭獨独當当疊畳盜盗禮礼"
    "稱称經経總総縣県繩縄續続舊旧萬万處処號号蟲虫觀観觸触證証豐豊賣売踐践輕軽轉転辭辞遲遅醫医釋釈"
    "鑛鉱礦鉱關関隨随險険隱隠顯顕騷騒驛駅髙高﨑崎鷄鶏鹽塩麥麦黃黄黑黒默黙齒歯齡齢體体臺台藏蔵鬪闘"
    "灣湾畫画團団歸帰彈弾鍊錬煉錬盃杯"
)
_LETTERS: dict[int, str] = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "ł": "l"}
    | dict(zip("ぁぃぅぇぉぢづゐゑを", "あいうえおじずいえお", strict=True))
    | dict(zip(_OLD[::2], _OLD[1::2], strict=True))
)
LETTER_BY_LETTER = {letter: to for letter, to in _LETTERS.items() if len(str(to)) == 1}
_QUOTES = str.maketrans(dict.fromkeys("“”„«»「」『』", '"') | {"−": "-", "‐": "-"})
_VU = str.maketrans("あいうえお", "ばびぶべぼ")


@lru_cache(4096)  # the words that the index meets often; more would only hold memory
def fold(text: str) -> str:
    """Returns text without case, width, accents, spaces and punctuation; kana as hiragana.

    >>> fold("Mercer’s Guild"), fold("ﾎﾜｲﾄ・ウィンド号"), fold("Mjöllnir"), fold("鐵の寳")
    ('mercersguild', 'ほわいとういんど号', 'mjollnir', '鉄の宝')
    """
    return "".join(c for c in _plain(text) if c.isalnum() or c == "ー")


def distinct_folds(*texts: str) -> tuple[str, ...]:
    """Returns the texts normalised (case, width, kana), without empty ones and repetitions."""
    return tuple(dict.fromkeys(filter(None, map(fold, texts))))


def spaced(text: str) -> str:
    """Returns each word of a text normalised (case, width, kana), joined by spaces.

    >>> spaced("Mercer’s Guild: 5 points")
    'mercers guild 5 points'
    """
    return " ".join(filter(None, map(fold, text.split())))


def clean(text: str, longest: int) -> str:
    """Returns text in normal width, with plain quotes, and without control characters.

    It is cut to ``longest`` characters.
    """
    text = unicodedata.normalize("NFKC", text[:longest])[:longest].translate(_QUOTES)
    return "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text)


def contains(folded: str, words: str, part: str) -> bool:
    """True if a text contains ``part``: if that is Latin, at a word's start, else anywhere.

    ``folded``: the text normalised (case, width, kana), without spaces; ``words``: its normalised
    words, each after a space.
    """
    return f" {part}" in words if part.isascii() else part.replace(" ", "") in folded


def wide(text: str) -> str:
    """Returns text with letters in normal width and lower case; kana and punctuation are kept."""
    return unicodedata.normalize("NFKC", text).casefold().replace("×", "x")


def _plain(text: str) -> str:
    """Returns text without case, width, accents; kana as hiragana; spaces and punctuation kept."""
    text = jaconv.kata2hira(wide(text)).translate(_LETTERS)
    if "ゔ" in text:
        text = re.sub("ゔ([あいうえお]?)", lambda m: (m[1] or "う").translate(_VU), text)
    if text.isascii():
        return text
    bare = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFC", bare)


def lower(text: str) -> str:
    """Returns text of the same length in lower case, its width and kana normalised."""
    low = jaconv.kata2hira(text.lower()).translate(LETTER_BY_LETTER)
    return low if len(low) == len(text) else text


_JAPANESE = re.compile("[ぁ-ゖァ-ヺ一-鿿]")


def language_of(text: str) -> str:
    """Returns the language of a text: "ja" if it has any Japanese letter, otherwise "en".

    >>> language_of("同点は?"), language_of("tie break?")
    ('ja', 'en')
    """
    return "ja" if _JAPANESE.search(text) else "en"


_RUNS = re.compile(r"[a-z0-9'’]+|[ァ-ヺー]+|[ぁ-ゖー]+|[^\W\d_a-zァ-ヺーぁ-ゖ]+|\w")


def split_words(name: str) -> list[str]:
    """Splits a name at spaces, punctuation and changes of script into normalised words.

    >>> split_words("ホワイト・ウィンド号"), split_words("Sea Bastion")
    (['ほわいと', 'ういんど', '号'], ['sea', 'bastion'])
    """
    return [word for run in _RUNS.findall(wide(name)) if (word := fold(run))]


def rests_from_each_word(name: str) -> tuple[str, ...]:
    """Returns the ends of a name, normalised: *seabastion* and *bastion* of *Sea Bastion*."""
    text = wide(name)
    return tuple({fold(text[run.start() :]) for run in _RUNS.finditer(text)})


# ── pronunciation ───────────────────────────────────────────────────────────────────────


def in_kana(folded: str) -> str:
    """Returns ``folded``, a text in romaji, as hiragana; "" if it is none or too short.

    ``folded``: normalised (case, width, accents). Too short are two letters, and a single kana.
    """
    if not (folded.isascii() and folded.isalpha() and len(folded) > 2):
        return ""
    kana = fold(jaconv.alphabet2kana(folded).rstrip("っ"))
    return kana if len(kana) > 1 and not re.search("[a-z]", kana) else ""


_ROWS = {
    "": "あいうえお", "k": "かきくけこ", "g": "がぎぐげご", "s": "さしすせそ", "z": "ざじずぜぞ",
    "t": "たちつてと", "d": "だぢづでど", "n": "なにぬねの", "h": "はひふへほ", "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ", "m": "まみむめも", "y": "や　ゆ　よ", "r": "らりるれろ", "w": "わゐ　ゑを",
}  # fmt: skip
_MORA = {
    kana: row + vowel
    for row, of in _ROWS.items()
    for kana, vowel in zip(of, "aiueo", strict=True)
    if kana != "　"
} | {"ん": "n", "ゔ": "bu", "ー": "", "っ": "", "ゎ": "wa"}
_SMALL = dict(zip("ぁぃぅぇぉ", "aiueo", strict=True))
_GLIDE = dict(zip("ゃゅょ", ("ya", "yu", "yo"), strict=True))
# Rules that unify Hepburn, kunrei and nihon-shiki, and drop double and long sounds.
_MEET = [
    (re.compile(pattern), to)
    for pattern, to in [
        ("[^a-z0-9]", ""),
        ("oh(?![aiueoy])", "o"),
        ("sh", "sy"),
        ("tch|cch|ch", "ty"),
        ("j", "zy"),
        ("ts|tz", "t"),
        ("dz|d(?=u)", "z"),
        ("f", "h"),
        ("v", "b"),
        ("l", "r"),
        ("[cq]", "k"),
        ("w(?=[ieo])", ""),
        ("yy|y(?=[ie])", "y"),
        ("y(?=[ie])", ""),
        ("m(?=[bmp])", "n"),
        (r"([^aiueo0-9])\1+", r"\1"),
        ("(?<=[kgsztdnhbpmr])iy(?=[auo])", "y"),
        ("ou", "o"),
        ("ei", "e"),
        (r"([aiueo])\1+", r"\1"),
    ]
]
_SYLLABLES = re.compile("(?:[kgsztdnhbpmr]?y?[aiueo]|[yw][aiueo]|n|[0-9])+")
_KANA = re.compile("[ぁ-ゖー0-9]+")


def sound(text: str) -> str:
    """Returns a canonical pronunciation of kana or romaji; "" for other text.

    >>> sound("ふうしゃごや"), sound("fuusha goya"), sound("hûsya-goya"), sound("フシャゴヤ")
    ('husyagoya', 'husyagoya', 'husyagoya', 'husyagoya')
    >>> sound("ウィンド"), sound("uindo"), sound("Windmill"), sound("風車")
    ('uindo', 'uindo', '', '')
    """
    spelling = re.sub(r"[\s・'’\-]", "", jaconv.kata2hira(wide(text)))
    if _KANA.fullmatch(spelling):
        spelling = _romaji(spelling)
    else:
        bare = unicodedata.normalize("NFKD", spelling)
        spelling = "".join(c for c in bare if not unicodedata.combining(c))
        if not spelling.isascii():
            return ""
    for pattern, to in _MEET:
        spelling = pattern.sub(to, spelling)
    return spelling if _SYLLABLES.fullmatch(spelling) and not spelling.isdigit() else ""


def _romaji(kana: str) -> str:
    romaji = ""
    for letter in kana:
        if letter in _GLIDE:
            romaji = (romaji[:-1] if romaji.endswith("i") else romaji) + _GLIDE[letter]
        elif letter in _SMALL:
            # After a vowel it replaces that: ti from te-i, ha from hu-a. Otherwise it is added.
            keeps = len(romaji) < 2 or romaji[-1] not in "aiueo" or romaji[-2] in "aiueo"
            romaji = (romaji if keeps else romaji[:-1]) + _SMALL[letter]
        else:
            romaji += _MORA.get(letter, letter)
    return romaji


# ── parts that a question and its answer share ────────────────────────────────────────────

STOP = frozenset(
    re.findall(
        r"\w+",
        """a an and any are as at be been by can could did do does doing for from get gets give
        gives got has have how i if in into is it its just me mean means much many more my of on
        one or our out please so some tell than that the their them then there these they this
        those to us was we were what whats when where which while who why will with would
        you your about happen happens work works should may must""",
    )
)
"""Latin words of questions that say nothing about the subject: they have no weight."""

_SAYS_NOTHING = re.compile(
    "ですか|でしょうか|ますか|ました|ません|ください|について|という|っていう|っけ|って|とは|では|には|とか|から|まで|より|"
    "なの|だろう|かな|ながら|です|ます|した|する|した|して|なら|だったら|のとき|ときは|とき|どうなる|どうする|どうやって|どう|"
    "なに|なん|いつ|どこ|どれ|どの|どんな|だれ|ある|いる|あと|その|この|あの|これ|それ|もの|こと"
)
_PARTICLE = re.compile("^[のはをがにでともへやかね]+$")


def _bare(hiragana: str) -> list[str]:
    """Returns the words in a text in hiragana without question words and particles."""
    return [w for w in _SAYS_NOTHING.sub(" ", hiragana).split() if not _PARTICLE.match(w)]


# A number with its counter or particle is more specific than the number alone: 4回, 6に.
_COUNTED = re.compile(r"(?<![a-z0-9])[0-9]+[ぁ-ゖァ-ヺ一-鿿]|[+][0-9]+")
COUNTED = 0.8
_SCRIPTS = re.compile(
    r"(?P<latin>[a-z0-9]+)|(?P<katakana>[ァ-ヺー]{2,})|(?P<hiragana>[ぁ-ゖー]+)|"
    r"(?P<kanji>[^\W\d_a-zァ-ヺーぁ-ゖ]+)"
)


@lru_cache(8192)
def stem(word: str) -> str:
    """Returns a Latin word without its English ending.

    >>> [stem(w) for w in ("scores", "scoring", "scored", "score", "cities", "wins", "boss")]
    ['scor', 'scor', 'scor', 'scor', 'citi', 'win', 'boss']
    """
    if len(word) < 4 or not word.isalpha():
        return word
    if word.endswith("ies"):
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
                word = word[:-1]
            break
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


def latin(text: str) -> list[str]:
    """Returns the Latin words and numbers in a text, in order, in lower case without accents."""
    plain = wide(text).replace("'", "").replace("’", "")
    if not plain.isascii():
        plain = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFKD", plain))
    return re.findall("[a-z0-9]+", plain)


@lru_cache(1024)
def parts(text: str) -> dict[str, float]:
    """Returns the words and letter pairs of a text, each with a weight, to compare it with others.

    Latin words as stems; katakana as words and letter pairs; kanji as pairs and single letters;
    hiragana pairs with little weight. Stop words such as *how* and particles are left out.
    """
    return query_parts(text, ())


def query_parts(text: str, unsplit: Container[str]) -> dict[str, float]:
    """Returns a query's words and letter pairs, each with a weight, to compare it with texts.

    Katakana words in ``unsplit`` have no letter pairs.
    """
    weights: dict[str, float] = {}

    def add(part: str, weight: float) -> None:
        weights[part] = max(weights.get(part, 0.0), weight)

    plain = wide(text).replace("'", "").replace("’", "")
    plain = "".join(c for c in unicodedata.normalize("NFD", plain) if not "\u0300" <= c <= "\u036f")
    for run in _SCRIPTS.finditer(unicodedata.normalize("NFC", plain)):
        word = run[0]
        if run.lastgroup == "latin":
            if word not in STOP:
                add(stem(word), 1.0)
            continue
        folded = fold(word)
        if run.lastgroup == "hiragana":
            for each in _bare(folded):
                for pair in map("".join, pairwise(each)):
                    add(pair, 0.22)
            continue
        if run.lastgroup == "katakana":
            add(folded, 1.0)
            if folded in unsplit:
                continue
        for pair in map("".join, pairwise(folded)):
            add(pair, {"katakana": 0.5, "kanji": 1.0}[run.lastgroup or ""])
        if run.lastgroup == "kanji":
            for letter in folded:
                add(letter, 1.3 if len(folded) == 1 else 0.4)
    for counted in _COUNTED.finditer(plain):
        add(counted[0], COUNTED)
    return weights
