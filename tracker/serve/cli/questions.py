"""What `tracker ask` understands, as its help lists it."""

from __future__ import annotations

_FORMS = {
    "where": (
        "where are my keys?", "where was the cat at 3pm?", "where did I put the passport?",
        "where has the cat been today?", "鑰匙在哪裡？", "耳机呢？",
    ),
    "last seen": ("when was the wallet last seen?", "have you seen my wallet?", "最後一次看到錢包在哪？"),
    "still there": (
        "are the keys still in the drawer?", "is there milk in the fridge?", "was Tom in the library yesterday?",
        "鑰匙還在抽屜裡嗎？", "冰箱裡有牛奶嗎？",
    ),
    "when it moved": (
        "when did the keys leave the drawer?", "when did Tom get to the office?",
        "where was the parcel before the garage?", "護照是什麼時候放進背包的？",
    ),
    "who did it": (
        "who took the charger?", "did Tom take the umbrella?", "where did Tom put the keys?",
        "湯姆有沒有拿走雨傘？", "湯姆把鑰匙放在哪裡？",
    ),
    "who has it": (
        "who has the remote?", "what does Tom have?", "what did Tom give to Lena?", "誰有遙控器？",
    ),
    "what is in it": ("what is in the toolbox?", "is anybody in the library?", "工具箱裡有什麼？"),
    "open, on, locked": (
        "is the front door open?", "was the fridge open between 2 and 4?", "when did the gate open?",
        "which doors are open?", "are all windows closed?", "燈是開著的嗎？", "哪些門開著？",
    ),
    "how often, how long": (
        "how many times did the gate open today?", "how long was the heater on yesterday?", "今天大門開了幾次？",
    ),
    "what changed": (
        "what changed in the kitchen since this morning?", "have the keys moved?", "今天發生了什麼？",
    ),
    "what is planned": ("what is planned for next week?", "when is the concert?", "考試是不是快到了？"),
}  # fmt: skip

UNDERSTOOD = "\n\n".join(
    (
        "A question about where, when, what changed or how often, in English or Chinese.",
        "Several questions, or the lines of standard input (-), are one talk: each may go on from the one before, like"
        ' "and the phone?" or "and yesterday?". The exit code is that of the last: 1 for no, and for not understood.',
        "Forms that are understood, with any names and times:",
        *(f"[bold]{kind}[/bold]  {' '.join(f'“{one}”' for one in forms)}" for kind, forms in _FORMS.items()),
    )
)
