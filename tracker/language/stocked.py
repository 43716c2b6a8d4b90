"""English words for what a household uses up and counts. Data only."""

from __future__ import annotations

from tracker.language.words import words

CONSUMABLES = words(
    "milk water salt pepper sugar flour butter oil coffee tea juice bread rice pasta cheese meat honey soap cream "
    "beer beers wine food paper sauce vinegar yogurt yoghurt eggs egg batteries battery tablets pills vitamins "
    "medicine bananas apples onions potatoes tomatoes carrots lemons oranges garlic nappies diapers wipes tissues "
    "towels shampoo conditioner toothpaste detergent bleach softener sponges bin-bags bags filters capsules pods "
    "cereal oats noodles beans lentils tuna chocolate biscuits cookies crisps chips snacks nuts ice ketchup mustard "
    "mayo mayonnaise jam ink toner envelopes stamps candles matches bulbs lightbulbs screws nails tape glue "
    "firewood charcoal petrol gas diesel fuel litter kibble treats hay seed yeast stock broth spinach lettuce "
    "cucumber cucumbers avocados mushrooms ham bacon sausages chicken fish salmon steak peas sweetcorn soup pizza "
    "pizzas fries lemonade cola coke soda syrup spices cinnamon basil parsley herbs plasters bandages masks gloves "
    "sunscreen deodorant foil clingfilm bottles cans tins rolls boxes packs cartons jars cups plates napkins straws "
    "teabags yogurts muffins bagels buns tortillas"
)
