"""What takes place and is planned: exam, finals, 期末考 and 考試 are one kind of event."""

from __future__ import annotations

EVENTS = {
    "exam": "exam", "exams": "exam", "test": "test", "quiz": "quiz", "meeting": "meeting",
    "appointment": "appointment", "interview": "interview", "flight": "flight", "party": "party",
    "wedding": "wedding", "concert": "concert", "lecture": "lecture", "class": "class", "lesson": "lesson",
    "deadline": "deadline", "presentation": "presentation", "conference": "conference",
    "rehearsal": "rehearsal", "dinner": "dinner", "lunch": "lunch", "breakfast": "breakfast",
    "trip": "trip", "checkup": "appointment", "surgery": "surgery", "operation": "surgery",
    "match": "match", "game": "game", "race": "race", "ceremony": "ceremony", "workshop": "workshop",
    "call": "call", "session": "session", "delivery": "delivery", "homework": "homework",
    "assignment": "assignment", "project": "project", "shift": "shift", "training": "training",
    "holiday": "holiday", "vacation": "holiday", "birthday": "birthday", "seminar": "seminar",
    "finals": "exam", "midterm": "exam", "final": "exam", "barbecue": "party", "funeral": "funeral",
}  # fmt: skip
"""English nouns that name something that takes place → what kind of event."""
CHINESE_EVENTS = {
    "期末考试": "exam", "期中考试": "exam", "期末考": "exam", "期中考": "exam", "考试": "exam",
    "大考": "exam", "小考": "exam", "测验": "exam", "会议": "meeting", "开会": "meeting", "会": "meeting",
    "面试": "interview", "约会": "date", "婚礼": "wedding", "派对": "party", "聚会": "party",
    "聚餐": "dinner", "演唱会": "concert", "音乐会": "concert", "讲座": "lecture", "航班": "flight",
    "手术": "surgery", "作业": "homework", "报告": "report", "体检": "checkup", "比赛": "match",
    "表演": "show", "看医生": "doctor", "看牙医": "dentist", "牙医": "dentist", "出差": "trip",
    "旅行": "trip", "课": "class", "生日": "birthday", "项目": "project",
}  # fmt: skip
"""The same in Simplified Chinese, longest first where one holds another."""
