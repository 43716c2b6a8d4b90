"""Speech: a recording → chunks cut at pauses → words with times → sentences → events about what was said."""
