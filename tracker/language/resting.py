"""English words for what things rest in or on. Data only: telling and asking both read it."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


CONTAINERS = _words(
    "drawer drawers box boxes bag bags backpack rucksack handbag purse suitcase suitcases wallet pocket pockets case "
    "tin jar basket bin bins bucket cupboard cupboards cabinet cabinets closet wardrobe fridge freezer refrigerator "
    "safe vault chest crate crates folder binder envelope toolbox toolkit pouch tote briefcase lunchbox glovebox "
    "compartment locker mailbox letterbox shed garage attic cellar basement pantry trunk boot car van truck trailer "
    "camper caravan oven microwave dishwasher washer dryer machine bowl pot vase cup mug coat jacket jeans hoodie "
    "laundry hamper container tub bottle carton packet parcel trolley pram stroller luggage holdall duffel tray"
)
SURFACES = _words(
    "table desk shelf shelves counter worktop countertop windowsill sill mantelpiece mantel nightstand dresser "
    "sideboard bookcase bookshelf rack hook hooks peg pegboard wall floor bed sofa couch armchair chair bench stool "
    "piano workbench noticeboard board whiteboard charger stand ledge dashboard stove hob doormat mat landing island "
    "balcony porch patio terrace deck roof driveway street road lane avenue level floor platform tv-stand"
)


def relation_of(head: str, *, room: bool) -> str:
    """How a thing is where only the place is named: 'Passport: top drawer' is in it, 'keys: hook' on it."""
    if room or head in CONTAINERS:
        return "in"
    return "on" if head in SURFACES else "at"
