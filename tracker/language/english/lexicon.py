"""English words the grammar knows by name. Everything not listed here may still be a thing's name."""

from __future__ import annotations

from typing import NamedTuple, get_args

from tracker.domain.sides import LANDMARK_RELATIONS, Relation
from tracker.language.english.inflected import FORMS
from tracker.language.events import EVENTS
from tracker.language.places import PLACES
from tracker.language.sides import Side, State
from tracker.language.words import words

OTHER_VERBS = """
shut say tell think know make do eat drink buy sell break cut let begin feel hear read write meet pay wear speak fall
unpack offer head depart open close unlock plug unplug want wish hope plan need try ask wonder believe guess suppose
promise expect look wash rinse clean wipe cook help use call like love play watch work live start stop seem happen
talk own possess contain hurt miss change show check pour mix stir chop slice peel fill empty dry shake squeeze fold
scoop drain tear wrap spread press adjust attach spray arrange seal season crack visit order cover receive accept
postpone
"""
"""Verbs that are known to be verbs, and tell nothing about who is where; those that do are in `acts.py`."""


class Form(NamedTuple):
    """What a word is when it is a verb: the base it belongs to, and which of its forms (`b` base, `s` third person,
    `d` past, `p` participle, `g` -ing)."""

    base: str
    kinds: str


def _by_form() -> dict[str, Form]:
    found: dict[str, Form] = {}
    for base, told in FORMS.items():
        for form, kinds in (one.split(":") for one in told.split()):
            found.setdefault(form, Form(base, kinds))
    return found


VERB_FORMS = _by_form()
"""Every form of every verb that the tables know; a form of two verbs is that of the one that stands first."""

BE = {"is": "s", "are": "s", "am": "s", "was": "d", "were": "d", "be": "b", "been": "p", "being": "g"}
MODALS = words("will would can could may might must should shall 'll ought wanna gonna gotta cannot won't can't")
DETERMINERS = words("the a an my our your his her its their this that these those some all both another every each")
DEFINITE = words("the my our your his her its their this that these those all both")
NUMBERS = words("one two three four five six seven eight nine ten eleven twelve several many few")
SUBJECT_PRONOUNS = words("i he she it they we you")
OBJECT_PRONOUNS = words("me him her it them us you")
PRONOUNS = (
    SUBJECT_PRONOUNS
    | OBJECT_PRONOUNS
    | words(
        "myself himself herself itself themselves mine hers theirs ours yours something anything nothing "
        "everything someone somebody anyone everyone everybody nobody none this that these those one ones who "
        "whom whoever what whatever which"
    )
)

PREPOSITIONS = {
    "in": "in", "into": "in", "inside": "in", "within": "in", "on": "on", "onto": "on", "upon": "on",
    "atop": "on", "at": "at", "under": "under", "underneath": "under", "beneath": "under", "below": "under",
    "behind": "behind", "beside": "beside", "besides": "beside", "near": "near", "by": "by", "next to": "beside",
    "close to": "near", "in front of": "in_front_of", "on top of": "on", "above": "above", "over": "over",
    "between": "between", "inside of": "in", "to": "to", "toward": "toward", "towards": "toward",
    "from": "from", "out of": "from", "off": "from", "off of": "from", "with": "with", "without": "without",
    "for": "for", "about": "about", "through": "through", "across": "across", "along": "along",
    "around": "around", "past": "past", "against": "at", "via": "through", "as": "as", "like": "as",
    "of": "of", "after": "after", "before": "before", "during": "during", "until": "until",
    "since": "since", "till": "until", "per": "as", "than": "than", "beyond": "at", "outside of": "outside",
    "at the back of": "in", "in the back of": "in", "at the bottom of": "in", "in the corner of": "in",
    "in the middle of": "in", "at the top of": "in", "on the back of": "on", "on the edge of": "on",
    "at the end of": "at", "on the corner of": "at", "in between": "between", "adjacent to": "beside",
    "alongside": "beside", "to the left of": "beside", "to the right of": "beside", "left of": "beside",
    "right of": "beside", "opposite": "in_front_of",
}  # fmt: skip
"""Preposition → the role it gives: a relation (`PLACING`), or to, from, with, for, by, …"""
PLACING = frozenset(("in", "on", "at", *LANDMARK_RELATIONS))
"""Roles that say where something is."""
_KEPT: tuple[Relation, ...] = get_args(Relation)
RELATIONS: dict[str, Relation] = {
    **{word: relation for word, role in PREPOSITIONS.items() for relation in _KEPT if role == relation},
    "to": "at", "by": "near",
}  # fmt: skip
"""Preposition → the relation that a question about it asks for."""
SIDES: dict[str, Side | None] = {
    "under": "under", "underneath": "under", "below": "under", "beneath": "under", "behind": "behind",
    "in front of": "front", "beside": None, "besides": None, "near": None, "next to": None, "close to": None,
    "by": None, "above": None, "over": None, "against": None, "beyond": None, "around": None, "outside": None,
}  # fmt: skip
"""Words that say more than 'at', and less than in or on: which side, where a question may ask for that."""

STATE_OF = {
    "open": State("openness", "open"), "opened": State("openness", "open"), "ajar": State("openness", "open"),
    "closed": State("openness", "closed"), "shut": State("openness", "closed"),
    "close": State("openness", "closed"),
    "locked": State("lock", "locked"), "lock": State("lock", "locked"),
    "unlocked": State("lock", "unlocked"), "unlock": State("lock", "unlocked"),
    "on": State("power", "on"), "running": State("power", "on"), "turned on": State("power", "on"),
    "switched on": State("power", "on"), "turn on": State("power", "on"), "switch on": State("power", "on"),
    "go on": State("power", "on"), "come on": State("power", "on"),
    "off": State("power", "off"), "turned off": State("power", "off"), "switched off": State("power", "off"),
    "turn off": State("power", "off"), "switch off": State("power", "off"), "go off": State("power", "off"),
    "online": State("online", "online"), "offline": State("online", "offline"),
}  # fmt: skip
"""English words → state. A device that is 'on' has power; a door that is 'open', openness."""


PARTICLES = words("up down out away back off on in over aside along together around apart forward inside outside")
ADVERBS = words(
    "just already then now again anywhere finally also too still soon quickly slowly carefully gently safely only even "
    "once twice quietly immediately eventually meanwhile later afterwards afterward thereafter next first "
    "straight right directly ago today yesterday tomorrow tonight earlier recently lastly instead "
    "accidentally actually thus therefore anyway please neatly alone outside together though however ok "
    "okay well oh hey yes yeah nice thanks thankfully indeed anyhow anyways nowadays regardless nonetheless "
    "nevertheless lol haha"
)
"""Words that may stand anywhere without changing who is where."""

ADJECTIVES = words(
    "spare old new big small little red blue green black white yellow brown grey gray pink purple good best other "
    "extra winter summer empty full heavy light long short broken tall wide metal wooden plastic paper leather cheap "
    "important"
)
"""Words before a noun that say which of several it is, and no other kind of thing."""

LY_NOUNS = words("family fly jelly belly lily reply supply assembly italy butterfly trolley july bully")
STATES = words(
    "open opened closed shut locked unlocked on off gone missing empty over finished done complete here there "
    "home upstairs downstairs outside inside away back lost cancelled canceled postponed ajar"
)
"""What a thing can be without a preposition: 'the door is open', 'Ana is home'."""

OPENERS = words(
    "then so and ok okay well oh hey yes yeah no but afterwards afterward thereafter finally next now "
    "later meanwhile also eventually immediately first lastly anyway actually fyi btw update note today "
    "lol haha hmm ugh omg guys sorry yep nope oops ah aha hi hello"
)
CONNECTIVES = words("and then but so ; , while yet")
SUBORDINATORS = words(
    "because when while before after since until as although though where which who that whose so once"
)
CONDITIONS = words("if unless whether suppose imagine assuming provided otherwise")
HEDGES = words(
    "maybe perhaps probably possibly presumably apparently supposedly allegedly likely unlikely seemingly "
    "hopefully almost nearly"
)
HABITS = words(
    "always usually often sometimes normally generally typically rarely seldom never every everyday whenever"
)
WISHES = words("wish wishes wished hope hopes hoped want wants wanted need needs like let lets let's")
REPORTS = words(
    "said says say told tells tell asked asks ask claims claimed claim heard hears reported reports "
    "reportedly thinks think thought believe believes believed guess guesses guessed suppose supposes reckon "
    "feel feels dreamed dreamt pretended pretends imagined imagines wrote writes texted mentioned insists "
    "insisted swears swore according rumor assume assumes assumed bet doubt doubts know knows knew"
)
WH_WORDS = words("who whom whose what where when why which how")

BARE_PLACES = words(
    "home work nursery daycare kindergarten school bed church town college university hospital prison jail class "
    "storage upstairs downstairs outside inside there here"
)
PEOPLE = words(
    "man woman person boy girl guy lady child kid baby people men women children kids mother father mom "
    "mum dad mommy daddy sister brother son daughter wife husband grandma grandpa grandmother grandfather "
    "aunt uncle cousin friend neighbour neighbor teacher doctor nurse chef cook driver boss colleague "
    "student guest visitor nanny gardener cleaner postman courier plumber electrician roommate flatmate "
    "technician engineer manager parents receptionist vet dentist barber butcher waiter waitress "
    "secretary assistant landlord tenant babysitter pilot officer policeman firefighter soldier lawyer "
    "accountant painter carpenter robot"
)
OPENABLES = words(
    "door doors gate window windows drawer drawers fridge refrigerator freezer oven microwave dishwasher "
    "cupboard cabinet closet wardrobe box boxes bag bags jar bottle can container lid package packet "
    "tupperware curtain curtains blind blinds shutter shutters garage safe trunk boot hatch valve tap "
    "faucet suitcase case locker mailbox washer dryer machine tin cap carton cover envelope purse wallet "
    "backpack umbrella hood chest vault cupboards cabinets pack packs pot jars bottles basket padlock "
    "maker laptop parcel crate lids tins toolbox glovebox lunchbox briefcase handbag pouch tub letterbox "
    "compartment bin bins"
)
DEVICES = words(
    "light lights lamp lamps tv television radio heater heating oven stove hob burner fan ac aircon fridge "
    "kettle computer laptop monitor screen printer router tap faucet water gas alarm speaker microwave "
    "dishwasher machine washer dryer power boiler console projector charger iron cooker hoover vacuum mixer "
    "blender toaster phone camera engine sprinkler pump thermostat dehumidifier humidifier radiator music "
    "plug switch socket bulb appliance maker grinder timer hood heat cooktop torch flashlight lantern"
)
NOT_TAKEN_IN_HAND = words(
    "bus train taxi cab subway metro tram plane ferry flight photo photos picture pictures pic pics video videos "
    "selfie "
    "medicine medication pill pills tablets vitamins aspirin antibiotics drug drugs shower bath exam test seat"
)
"""What 'took' does not mean taking away: 'took the bus', 'took a picture', 'took my pills'."""

MASS = words(
    "milk water salt pepper sugar flour butter oil coffee tea juice bread rice pasta cheese meat honey soap "
    "cream beer wine food money cash medicine paper laundry rubbish trash garbage soup dough sauce vinegar "
    "yogurt yoghurt"
)

TIME_NOUNS = words(
    "morning afternoon evening night noon midnight weekend day week month year hour minute moment second "
    "summer winter autumn fall spring monday tuesday wednesday thursday friday saturday sunday january "
    "february april june july august september october november december"
)
ABSTRACT = (
    TIME_NOUNS
    | (frozenset(EVENTS) - PLACES)
    | words(
        "break shower bath look walk nap rest run ride note notes turn seat chance risk care advantage "
        "responsibility action step steps measure measures day days week weeks month year hour minute minutes "
        "time times moment breath bite sip message decision lead blame vote oath point part place effect job "
        "idea ideas problem problems issue issues question questions answer answers reason feeling feelings "
        "mood hurry way end beginning middle right left fact facts truth rumor news plan plans trouble love "
        "pain cold flu fever headache temperature attention pressure emphasis stress faith trust focus effort "
        "energy weight sense mind word words name hope fun luck control charge power touch order line "
        "direction habit shape process situation mess state position condition stage phase list agenda "
        "schedule budget price cost value interest access help support permission advice information "
        "experience duty rule law kind sort type lot bit rest-of-it same other others weather rain snow sun "
        "phone-call conversation discussion argument fight relationship future past present edge brink verge "
        "world life death heart joke story song opinion view favor favour credit bet stance shot guess temper "
        "patience appetite bearings consciousness hair memory voice nerve sleep while row trip business "
        "politics danger safety balance debt stock ease peace public private general particular common fault "
        "difference impact email mail text plunge boost hearts soul work grounds moments memories dream "
        "dreams goal goals spot places team band group groups company community society army choir government "
        "parade convention fair reading tour hike camping yoga swim adventure journey approach path "
        "opportunity chances roles limelight spotlight zone mindset spirit spirits movie movies show shows "
        "bathroom-break hit toll crown bait hint hints calls compliment criticism offence offense offer "
        "offers orders stab swing dive leap leave pleasure pride comfort refuge shelter court"
    )
)
"""Nouns that do not lie anywhere: 'took a break', 'is in a hurry', 'put pressure on'."""

FEMALE_NOUNS = words("woman girl lady mother mom mum mommy sister daughter wife grandma grandmother aunt")
MALE_NOUNS = words("man boy guy father dad daddy brother son husband grandpa grandfather uncle postman")
FEMALE_NAMES = words(
    "mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty sandra "
    "margaret ashley kimberly emily donna michelle carol amanda melissa deborah stephanie rebecca laura helen "
    "sharon cynthia kathleen amy angela shirley anna ruth brenda pamela nicole katherine virginia catherine "
    "christine samantha debra janet rachel carolyn emma maria heather diane julie joyce victoria kelly "
    "christina joan evelyn lauren judith olivia martha cheryl megan andrea ann alice jean doris jacqueline "
    "kathryn hannah julia gloria teresa sara janice ana marie grace judy theresa madison beverly denise "
    "marilyn amber danielle rose brittany diana abigail jane natalie lori sophia isabella mia charlotte "
    "amelia ava lucy ella chloe zoe eva clara nora ines sofia elena lena petra greta mei yuki priya anya "
    "ingrid fatima aisha leila carla paula rita tina wendy yvonne"
)
NAMES_OF_ANYBODY = words(
    "sam alex chris pat charlie robin jamie morgan kim lee sasha andy billie frankie jo jordan casey riley quinn"
)
"""Given names of women and men."""
MALE_NAMES = words(
    "james robert john michael david william richard joseph thomas charles christopher daniel matthew anthony "
    "mark donald steven paul andrew joshua kenneth kevin brian george timothy ronald edward jason jeffrey "
    "jeff ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin ben gregory "
    "frank alexander raymond patrick jack dennis jerry tyler aaron jose adam nathan henry douglas zachary "
    "peter kyle walter ethan jeremy harold keith christian roger noah gerald terry sean austin carl arthur "
    "lawrence dylan jesse bryan joe billy bill bruce albert willie gabriel logan alan juan wayne roy ralph "
    "randy eugene vincent russell louis bobby philip johnny fred frederick tom tim mike dave jim steve bob "
    "rob matt dan luke oliver liam lucas leo max oscar felix hugo ivan omar ali ahmed hassan raj ravi wei ken "
    "hiro pedro carlos luis diego marco paolo stefan hans klaus erik lars tomas julian simon martin victor"
)
