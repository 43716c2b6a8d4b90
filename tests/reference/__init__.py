"""A second, deliberately naive fold: brute force, written from the decision table in rules/README.md.

It shares nothing with the product but the types in `tracker.domain`, keeps no state between questions and folds every
event again for each of them. Slow and readable: it judges the product in the scenarios and the property tests."""
