"""Time phrases and what they mean, worked out by hand on a calendar.

One row: phrase | start | end | grain | marks. Times are wall times in the group's zone; `-` is an open end.
Marks: `~` approximate, `?` in doubt, a word is the bound, and `past`/`future` the tense given by the caller.

March 2026:  Mo Tu We Th Fr Sa Su
                               1
              2  3  4  5  6  7  8
              9 10 11 12 13 14 15
             16 17 18 19 20 21 22
             23 24 25 26 27 28 29
             30 31
"""

FRIDAY_IN_TAIPEI = (
    "2026-03-20T16:30",
    "Asia/Taipei",
    """
now                                  | 2026-03-20 16:30    | 2026-03-20 16:30:01 | second
right now                            | 2026-03-20 16:30    | 2026-03-20 16:30:01 | second
just now                             | 2026-03-20 16:20    | 2026-03-20 16:30    | hour        | ~
today                                | 2026-03-20          | 2026-03-21          | day
yesterday                            | 2026-03-19          | 2026-03-20          | day
tomorrow                             | 2026-03-21          | 2026-03-22          | day
the day before yesterday             | 2026-03-18          | 2026-03-19          | day
the day after tomorrow               | 2026-03-22          | 2026-03-23          | day
earlier today                        | 2026-03-20          | 2026-03-20 16:30    | day
tonight                              | 2026-03-20 18:00    | 2026-03-21 05:00    | part_of_day
last night                           | 2026-03-19 18:00    | 2026-03-20 05:00    | part_of_day
late afternoon                       | 2026-03-20 16:00    | 2026-03-20 18:00    | part_of_day | ~
12:30 at night                       | 2026-03-21 00:30    | 2026-03-21 00:31    | minute      | ?
the day after next Monday            | 2026-03-24          | 2026-03-25          | day
in 3 days' time                      | 2026-03-23          | 2026-03-24          | day
the last two days                    | 2026-03-18 16:30    | 2026-03-20 16:30    | day
2h ago                               | 2026-03-20 14:30    | 2026-03-20 14:31    | minute
三天後的下午三點                     | 2026-03-23 15:00    | 2026-03-23 15:01    | minute
去年今天                             | 2025-03-20          | 2025-03-21          | day
兩年前的今天                         | 2024-03-20          | 2024-03-21          | day         | ~
從上週一到這週三                     | 2026-03-09          | 2026-03-19          | day
late last night                      | 2026-03-19 22:00    | 2026-03-20 05:00    | part_of_day | ~
this morning                         | 2026-03-20 05:00    | 2026-03-20 12:00    | part_of_day
early this morning                   | 2026-03-20 05:00    | 2026-03-20 08:00    | part_of_day | ~
this afternoon                       | 2026-03-20 12:00    | 2026-03-20 18:00    | part_of_day
yesterday morning                    | 2026-03-19 05:00    | 2026-03-19 12:00    | part_of_day
yesterday afternoon                  | 2026-03-19 12:00    | 2026-03-19 18:00    | part_of_day
yesterday evening                    | 2026-03-19 18:00    | 2026-03-20 00:00    | part_of_day
tomorrow night                       | 2026-03-21 18:00    | 2026-03-22 05:00    | part_of_day
in the morning                       | 2026-03-20 05:00    | 2026-03-20 12:00    | part_of_day | past
in the morning                       | 2026-03-21 05:00    | 2026-03-21 12:00    | part_of_day | ? future
on Monday                            | 2026-03-16          | 2026-03-17          | day         | ?
on Monday                            | 2026-03-16          | 2026-03-17          | day         | past
on Monday                            | 2026-03-23          | 2026-03-24          | day         | future
on Friday                            | 2026-03-20          | 2026-03-21          | day
Monday morning                       | 2026-03-16 05:00    | 2026-03-16 12:00    | part_of_day | past
last Tuesday                         | 2026-03-17          | 2026-03-18          | day         | ?
last Friday                          | 2026-03-13          | 2026-03-14          | day
last Sunday                          | 2026-03-15          | 2026-03-16          | day
this Wednesday                       | 2026-03-18          | 2026-03-19          | day
next Tuesday                         | 2026-03-24          | 2026-03-25          | day
next Sunday                          | 2026-03-29          | 2026-03-30          | day         | ?
this coming Monday                   | 2026-03-23          | 2026-03-24          | day
this past Monday                     | 2026-03-16          | 2026-03-17          | day
Monday last week                     | 2026-03-09          | 2026-03-10          | day
next week on Friday                  | 2026-03-27          | 2026-03-28          | day
two weeks ago on Tuesday             | 2026-03-03          | 2026-03-04          | day
3 days ago                           | 2026-03-17          | 2026-03-18          | day
three days ago at 3pm                | 2026-03-17 15:00    | 2026-03-17 15:01    | minute
a couple of days ago                 | 2026-03-18          | 2026-03-19          | day         | ~
a few days ago                       | 2026-03-13          | 2026-03-19          | day         | ~
two weeks ago                        | 2026-03-06          | 2026-03-07          | day         | ~
in two weeks                         | 2026-04-03          | 2026-04-04          | day         | ~
in 3 days                            | 2026-03-23          | 2026-03-24          | day
two weeks from now                   | 2026-04-03          | 2026-04-04          | day         | ~
a week from Monday                   | 2026-03-30          | 2026-03-31          | day
a week from tomorrow                 | 2026-03-28          | 2026-03-29          | day
three days before last Friday        | 2026-03-10          | 2026-03-11          | day
a month ago                          | 2026-02-20          | 2026-02-21          | day         | ~
a year ago today                     | 2025-03-20          | 2025-03-21          | day         | ~
two hours ago                        | 2026-03-20 14:30    | 2026-03-20 14:31    | minute
half an hour ago                     | 2026-03-20 16:00    | 2026-03-20 16:01    | minute
an hour and a half ago               | 2026-03-20 15:00    | 2026-03-20 15:01    | minute
2 hours and 15 minutes ago           | 2026-03-20 14:15    | 2026-03-20 14:16    | minute
90 seconds ago                       | 2026-03-20 16:28:30 | 2026-03-20 16:28:31 | second
a few minutes ago                    | 2026-03-20 16:23    | 2026-03-20 16:28    | hour        | ~
in two hours                         | 2026-03-20 18:30    | 2026-03-20 18:31    | minute
in the last hour                     | 2026-03-20 15:30    | 2026-03-20 16:30    | hour
in the past three days               | 2026-03-17 16:30    | 2026-03-20 16:30    | day
over the last two weeks              | 2026-03-06 16:30    | 2026-03-20 16:30    | week
in the next 3 days                   | 2026-03-20 16:30    | 2026-03-23 16:30    | day
within two hours                     | 2026-03-20 16:30    | 2026-03-20 18:30    | hour        | ?
within two hours                     | 2026-03-20 14:30    | 2026-03-20 16:30    | hour        | past
March 3rd                            | 2026-03-03          | 2026-03-04          | day
the 3rd of March                     | 2026-03-03          | 2026-03-04          | day
3 March 2026                         | 2026-03-03          | 2026-03-04          | day
March 3, 2025                        | 2025-03-03          | 2025-03-04          | day
March 3 last year                    | 2025-03-03          | 2025-03-04          | day
March the third                      | 2026-03-03          | 2026-03-04          | day
Dec 25                               | 2025-12-25          | 2025-12-26          | day
July 4                               | 2026-07-04          | 2026-07-05          | day         | ?
July 4                               | 2025-07-04          | 2025-07-05          | day         | past
July 4                               | 2026-07-04          | 2026-07-05          | day         | future
Tuesday, March 3                     | 2026-03-03          | 2026-03-04          | day
Tue 3 Mar 2026                       | 2026-03-03          | 2026-03-04          | day
the 3rd of last month                | 2026-02-03          | 2026-02-04          | day
on the 15th                          | 2026-03-15          | 2026-03-16          | day         | past
on the 15th                          | 2026-04-15          | 2026-04-16          | day         | future
2026-03-03                           | 2026-03-03          | 2026-03-04          | day
2026/3/3                             | 2026-03-03          | 2026-03-04          | day
2026/3/3 14:05                       | 2026-03-03 14:05    | 2026-03-03 14:06    | minute
2026-03-03 14:05:06                  | 2026-03-03 14:05:06 | 2026-03-03 14:05:07 | second
2026-03-03T14:05                     | 2026-03-03 14:05    | 2026-03-03 14:06    | minute
2026-03-03T14:05:06+08:00            | 2026-03-03 14:05:06 | 2026-03-03 14:05:07 | second
2026-03-03T14:05:06Z                 | 2026-03-03 22:05:06 | 2026-03-03 22:05:07 | second
2026-03-03T14:05-0500                | 2026-03-04 03:05    | 2026-03-04 03:06    | minute
3/4/2026                             | 2026-04-03          | 2026-04-04          | day         | ?
13/4/2026                            | 2026-04-13          | 2026-04-14          | day
4/13/2026                            | 2026-04-13          | 2026-04-14          | day
3pm                                  | 2026-03-20 15:00    | 2026-03-20 15:01    | minute
3 p.m.                               | 2026-03-20 15:00    | 2026-03-20 15:01    | minute
12am                                 | 2026-03-20 00:00    | 2026-03-20 00:01    | minute
12pm                                 | 2026-03-20 12:00    | 2026-03-20 12:01    | minute
at 3pm yesterday                     | 2026-03-19 15:00    | 2026-03-19 15:01    | minute
yesterday at 3                       | 2026-03-19 15:00    | 2026-03-19 15:01    | minute      | ?
14:05                                | 2026-03-20 14:05    | 2026-03-20 14:06    | minute
9:05                                 | 2026-03-20 09:05    | 2026-03-20 09:06    | minute      | ?
09:05                                | 2026-03-20 09:05    | 2026-03-20 09:06    | minute
24:00                                | 2026-03-21 00:00    | 2026-03-21 00:01    | minute
half past two                        | 2026-03-20 14:30    | 2026-03-20 14:31    | minute      | ?
half past two pm                     | 2026-03-20 14:30    | 2026-03-20 14:31    | minute
quarter to five                      | 2026-03-20 16:45    | 2026-03-20 16:46    | minute      | ?
quarter to five                      | 2026-03-20 04:45    | 2026-03-20 04:46    | minute      | ? past
a quarter past nine                  | 2026-03-20 09:15    | 2026-03-20 09:16    | minute      | ?
quarter to one                       | 2026-03-20 12:45    | 2026-03-20 12:46    | minute      | ?
twenty past six                      | 2026-03-20 18:20    | 2026-03-20 18:21    | minute      | ?
ten minutes to six                   | 2026-03-20 17:50    | 2026-03-20 17:51    | minute      | ?
three thirty pm                      | 2026-03-20 15:30    | 2026-03-20 15:31    | minute
3 o'clock in the afternoon           | 2026-03-20 15:00    | 2026-03-20 15:01    | minute
two in the morning                   | 2026-03-20 02:00    | 2026-03-20 02:01    | minute
at 3 this afternoon                  | 2026-03-20 15:00    | 2026-03-20 15:01    | minute
yesterday morning at 8               | 2026-03-19 08:00    | 2026-03-19 08:01    | minute
tonight at 8                         | 2026-03-20 20:00    | 2026-03-20 20:01    | minute
last night at 11                     | 2026-03-19 23:00    | 2026-03-19 23:01    | minute
last night at 2                      | 2026-03-20 02:00    | 2026-03-20 02:01    | minute      | ?
noon                                 | 2026-03-20 12:00    | 2026-03-20 12:01    | minute
the day after tomorrow at noon       | 2026-03-22 12:00    | 2026-03-22 12:01    | minute
midnight                             | 2026-03-20 00:00    | 2026-03-20 00:01    | minute      | ?
midnight                             | 2026-03-21 00:00    | 2026-03-21 00:01    | minute      | future
midnight tonight                     | 2026-03-21 00:00    | 2026-03-21 00:01    | minute
around 3pm                           | 2026-03-20 15:00    | 2026-03-20 15:01    | minute      | ~
5pm                                  | 2026-03-19 17:00    | 2026-03-19 17:01    | minute      | ? past
9am                                  | 2026-03-21 09:00    | 2026-03-21 09:01    | minute      | ? future
between 2 and 4                      | 2026-03-20 14:00    | 2026-03-20 16:00    | minute      | ?
between 2pm and 4pm                  | 2026-03-20 14:00    | 2026-03-20 16:00    | minute
from 5 until now                     | 2026-03-20 05:00    | 2026-03-20 16:30    | second      | ?
從五點到現在                         | 2026-03-20 05:00    | 2026-03-20 16:30    | second      | ?
from 2 to 4pm                        | 2026-03-20 14:00    | 2026-03-20 16:00    | minute
11 to 1pm                            | 2026-03-20 11:00    | 2026-03-20 13:00    | minute
2–4pm                                | 2026-03-20 14:00    | 2026-03-20 16:00    | minute
14:00-16:30                          | 2026-03-20 14:00    | 2026-03-20 16:30    | minute
yesterday between 2pm and 4pm        | 2026-03-19 14:00    | 2026-03-19 16:00    | minute
from 10pm yesterday to 2am           | 2026-03-19 22:00    | 2026-03-20 02:00    | minute
from Monday to Wednesday             | 2026-03-16          | 2026-03-19          | day         | past
from Friday to Monday                | 2026-03-20          | 2026-03-24          | day         | future
from Monday 3pm to Tuesday noon      | 2026-03-16 15:00    | 2026-03-17 12:00    | minute      | past
from yesterday to today              | 2026-03-19          | 2026-03-21          | day
March 3-5                            | 2026-03-03          | 2026-03-06          | day
from March 3 to April 2              | 2026-03-03          | 2026-04-03          | day
since this morning                   | 2026-03-20 05:00    | -                   | part_of_day | since
since Monday                         | 2026-03-16          | -                   | day         | since
since 3pm                            | 2026-03-20 15:00    | -                   | minute      | since
from Monday on                       | 2026-03-16          | -                   | day         | ? since
before 3pm                           | -                   | 2026-03-20 15:00    | minute      | before
before yesterday                     | -                   | 2026-03-19          | day         | before
after 3pm                            | 2026-03-20 15:00    | -                   | minute      | after
after yesterday                      | 2026-03-20          | -                   | day         | after
until 5pm                            | -                   | 2026-03-20 17:00    | minute      | until
until tomorrow                       | -                   | 2026-03-21          | day         | ? until
by Monday                            | -                   | 2026-03-24          | day         | by
by the end of the month              | -                   | 2026-04-01          | month       | ~ by
this week                            | 2026-03-16          | 2026-03-23          | week
last week                            | 2026-03-09          | 2026-03-16          | week
the week before last                 | 2026-03-02          | 2026-03-09          | week
next week                            | 2026-03-23          | 2026-03-30          | week
last weekend                         | 2026-03-14          | 2026-03-16          | weekend
this weekend                         | 2026-03-21          | 2026-03-23          | weekend
next weekend                         | 2026-03-28          | 2026-03-30          | weekend     | ?
this month                           | 2026-03-01          | 2026-04-01          | month
last month                           | 2026-02-01          | 2026-03-01          | month
next month                           | 2026-04-01          | 2026-05-01          | month
in March                             | 2026-03-01          | 2026-04-01          | month
in February                          | 2026-02-01          | 2026-03-01          | month
March 2025                           | 2025-03-01          | 2025-04-01          | month
last March                           | 2025-03-01          | 2025-04-01          | month
last January                         | 2026-01-01          | 2026-02-01          | month       | ?
this quarter                         | 2026-01-01          | 2026-04-01          | quarter
last quarter                         | 2025-10-01          | 2026-01-01          | quarter
Q3 2025                              | 2025-07-01          | 2025-10-01          | quarter
the third quarter of 2025            | 2025-07-01          | 2025-10-01          | quarter
H1 2025                              | 2025-01-01          | 2025-07-01          | half_year
last year                            | 2025-01-01          | 2026-01-01          | year
in 2024                              | 2024-01-01          | 2025-01-01          | year
last summer                          | 2025-06-01          | 2025-09-01          | season      | ~ ?
the end of the month                 | 2026-03-27          | 2026-04-01          | month       | ~
the beginning of next year           | 2027-01-01          | 2027-02-01          | year        | ~
mid-March                            | 2026-03-11          | 2026-03-21          | month       | ~
early next week                      | 2026-03-23          | 2026-03-25          | week        | ~
late last month                      | 2026-02-21          | 2026-03-01          | month       | ~
今天                                 | 2026-03-20          | 2026-03-21          | day
昨天                                 | 2026-03-19          | 2026-03-20          | day
前天                                 | 2026-03-18          | 2026-03-19          | day
大前天                               | 2026-03-17          | 2026-03-18          | day
明天                                 | 2026-03-21          | 2026-03-22          | day
後天                                 | 2026-03-22          | 2026-03-23          | day
大後天                               | 2026-03-23          | 2026-03-24          | day
現在                                 | 2026-03-20 16:30    | 2026-03-20 16:30:01 | second
剛才                                 | 2026-03-20 16:20    | 2026-03-20 16:30    | hour        | ~
今早                                 | 2026-03-20 05:00    | 2026-03-20 12:00    | part_of_day
今晚                                 | 2026-03-20 18:00    | 2026-03-21 05:00    | part_of_day
昨晚                                 | 2026-03-19 18:00    | 2026-03-20 05:00    | part_of_day
昨天晚上                             | 2026-03-19 18:00    | 2026-03-20 05:00    | part_of_day
今天凌晨                             | 2026-03-20 00:00    | 2026-03-20 06:00    | part_of_day
昨天傍晚                             | 2026-03-19 17:00    | 2026-03-19 19:00    | part_of_day
上午                                 | 2026-03-20 05:00    | 2026-03-20 12:00    | part_of_day
中午                                 | 2026-03-20 11:00    | 2026-03-20 13:00    | part_of_day
明早八點                             | 2026-03-21 08:00    | 2026-03-21 08:01    | minute
下午三點                             | 2026-03-20 15:00    | 2026-03-20 15:01    | minute
昨天下午三點                         | 2026-03-19 15:00    | 2026-03-19 15:01    | minute
昨天，下午三點                       | 2026-03-19 15:00    | 2026-03-19 15:01    | minute
下午3:30                             | 2026-03-20 15:30    | 2026-03-20 15:31    | minute
凌晨三點                             | 2026-03-20 03:00    | 2026-03-20 03:01    | minute
中午十二點                           | 2026-03-20 12:00    | 2026-03-20 12:01    | minute
中午一點                             | 2026-03-20 13:00    | 2026-03-20 13:01    | minute
今晚十二點                           | 2026-03-21 00:00    | 2026-03-21 00:01    | minute
昨晚十一點半                         | 2026-03-19 23:30    | 2026-03-19 23:31    | minute
昨晚一點                             | 2026-03-20 01:00    | 2026-03-20 01:01    | minute      | ?
三點半                               | 2026-03-20 15:30    | 2026-03-20 15:31    | minute      | ?
三點一刻                             | 2026-03-20 15:15    | 2026-03-20 15:16    | minute      | ?
兩點十五分                           | 2026-03-20 14:15    | 2026-03-20 14:16    | minute      | ?
差五分三點                           | 2026-03-20 14:55    | 2026-03-20 14:56    | minute      | ?
十二點零五分                         | 2026-03-20 12:05    | 2026-03-20 12:06    | minute      | ?
14時05分                             | 2026-03-20 14:05    | 2026-03-20 14:06    | minute
二十點                               | 2026-03-20 20:00    | 2026-03-20 20:01    | minute
零點                                 | 2026-03-20 00:00    | 2026-03-20 00:01    | minute
正午                                 | 2026-03-20 12:00    | 2026-03-20 12:01    | minute
大約三點                             | 2026-03-20 15:00    | 2026-03-20 15:01    | minute      | ~ ?
下午三點左右                         | 2026-03-20 15:00    | 2026-03-20 15:01    | minute      | ~
週三                                 | 2026-03-18          | 2026-03-19          | day         | past
上週三                               | 2026-03-11          | 2026-03-12          | day
上個星期三                           | 2026-03-11          | 2026-03-12          | day
下週二                               | 2026-03-24          | 2026-03-25          | day
這週五                               | 2026-03-20          | 2026-03-21          | day
上上週五                             | 2026-03-06          | 2026-03-07          | day
這禮拜天                             | 2026-03-22          | 2026-03-23          | day
本週                                 | 2026-03-16          | 2026-03-23          | week
上週                                 | 2026-03-09          | 2026-03-16          | week
上週末                               | 2026-03-14          | 2026-03-16          | weekend
上個月                               | 2026-02-01          | 2026-03-01          | month
下個月                               | 2026-04-01          | 2026-05-01          | month
今年                                 | 2026-01-01          | 2027-01-01          | year
去年                                 | 2025-01-01          | 2026-01-01          | year
前年                                 | 2024-01-01          | 2025-01-01          | year
去年三月                             | 2025-03-01          | 2025-04-01          | month
二〇二五年十二月                     | 2025-12-01          | 2026-01-01          | month
三月三日                             | 2026-03-03          | 2026-03-04          | day
3月3號                               | 2026-03-03          | 2026-03-04          | day
三月廿三日                           | 2026-03-23          | 2026-03-24          | day
上個月三號                           | 2026-02-03          | 2026-02-04          | day
二〇二六年                           | 2026-01-01          | 2027-01-01          | year
民國一一五年                         | 2026-01-01          | 2027-01-01          | year
民國一百一十五年三月三日             | 2026-03-03          | 2026-03-04          | day
民國元年                             | 1912-01-01          | 1913-01-01          | year
2026年3月3日下午三點十五分           | 2026-03-03 15:15    | 2026-03-03 15:16    | minute
2026年3月3日（週二）                 | 2026-03-03          | 2026-03-04          | day
三月三日到五日                       | 2026-03-03          | 2026-03-06          | day
2025年第三季度                       | 2025-07-01          | 2025-10-01          | quarter
上一季度                             | 2025-10-01          | 2026-01-01          | quarter
第三季                               | 2026-07-01          | 2026-10-01          | quarter     | ?
今年上半年                           | 2026-01-01          | 2026-07-01          | half_year
月底                                 | 2026-03-27          | 2026-04-01          | month       | ~
去年年底                             | 2025-12-01          | 2026-01-01          | year        | ~
三月中旬                             | 2026-03-11          | 2026-03-21          | month
三天前                               | 2026-03-17          | 2026-03-18          | day
兩三天前                             | 2026-03-17          | 2026-03-19          | day         | ~
三個月前                             | 2025-12-20          | 2025-12-21          | day         | ~
兩個小時後                           | 2026-03-20 18:30    | 2026-03-20 18:31    | minute
半小時前                             | 2026-03-20 16:00    | 2026-03-20 16:01    | minute
一個半小時前                         | 2026-03-20 15:00    | 2026-03-20 15:01    | minute
一刻鐘前                             | 2026-03-20 16:15    | 2026-03-20 16:16    | minute
三天前下午三點                       | 2026-03-17 15:00    | 2026-03-17 15:01    | minute
過去兩個小時                         | 2026-03-20 14:30    | 2026-03-20 16:30    | hour
最近三天                             | 2026-03-17 16:30    | 2026-03-20 16:30    | day
未來兩週                             | 2026-03-20 16:30    | 2026-04-03 16:30    | week
兩點到四點之間                       | 2026-03-20 14:00    | 2026-03-20 16:00    | minute      | ?
下午兩點到四點                       | 2026-03-20 14:00    | 2026-03-20 16:00    | minute
昨天下午兩點到四點半                 | 2026-03-19 14:00    | 2026-03-19 16:30    | minute
從早上八點到下午三點                 | 2026-03-20 08:00    | 2026-03-20 15:00    | minute
從昨天到今天                         | 2026-03-19          | 2026-03-21          | day
從週一到週三                         | 2026-03-16          | 2026-03-19          | day         | past
昨天以來                             | 2026-03-19          | -                   | day         | since
從昨天開始                           | 2026-03-19          | -                   | day         | since
昨天以前                             | -                   | 2026-03-19          | day         | before
下午三點之後                         | 2026-03-20 15:00    | -                   | minute      | after
到週五為止                           | -                   | 2026-03-21          | day         | until
直到明天                             | -                   | 2026-03-21          | day         | ? until
""",
)

TUESDAY_IN_TAIPEI = (
    "2026-03-17T10:00",
    "Asia/Taipei",
    """
下週二                               | 2026-03-24          | 2026-03-25          | day
這週二                               | 2026-03-17          | 2026-03-18          | day
上週二                               | 2026-03-10          | 2026-03-11          | day
週二                                 | 2026-03-17          | 2026-03-18          | day
next Tuesday                         | 2026-03-24          | 2026-03-25          | day
last Tuesday                         | 2026-03-10          | 2026-03-11          | day
on Tuesday                           | 2026-03-17          | 2026-03-18          | day
next Friday                          | 2026-03-27          | 2026-03-28          | day         | ?
""",
)

SUNDAY_IN_TAIPEI = (
    "2026-03-22T23:30",
    "Asia/Taipei",
    """
this week                            | 2026-03-16          | 2026-03-23          | week
next week                            | 2026-03-23          | 2026-03-30          | week
tomorrow                             | 2026-03-23          | 2026-03-24          | day
下週一                               | 2026-03-23          | 2026-03-24          | day
last weekend                         | 2026-03-14          | 2026-03-16          | weekend
上週日                               | 2026-03-15          | 2026-03-16          | day
an hour ago                          | 2026-03-22 22:30    | 2026-03-22 22:31    | minute
in an hour                           | 2026-03-23 00:30    | 2026-03-23 00:31    | minute
""",
)

SMALL_HOURS_IN_TAIPEI = (
    "2026-03-20T02:00",
    "Asia/Taipei",
    """
last night                           | 2026-03-19 18:00    | 2026-03-20 05:00    | part_of_day | ?
tonight                              | 2026-03-20 18:00    | 2026-03-21 05:00    | part_of_day | ?
today                                | 2026-03-20          | 2026-03-21          | day
half an hour ago                     | 2026-03-20 01:30    | 2026-03-20 01:31    | minute
""",
)

MONTH_END_IN_LONDON = (
    "2026-03-31T12:00",
    "Europe/London",
    """
a month ago                          | 2026-02-28          | 2026-03-01          | day         | ~ ?
in a month                           | 2026-04-30          | 2026-05-01          | day         | ~ ?
last month                           | 2026-02-01          | 2026-03-01          | month
tomorrow                             | 2026-04-01          | 2026-04-02          | day
next quarter                         | 2026-04-01          | 2026-07-01          | quarter
上個月底                             | 2026-02-24          | 2026-03-01          | month       | ~
""",
)

NEW_YEAR_IN_LONDON = (
    "2026-01-01T09:00",
    "Europe/London",
    """
yesterday                            | 2025-12-31          | 2026-01-01          | day
last week                            | 2025-12-22          | 2025-12-29          | week
this week                            | 2025-12-29          | 2026-01-05          | week
last month                           | 2025-12-01          | 2026-01-01          | month
last quarter                         | 2025-10-01          | 2026-01-01          | quarter
December 25th                        | 2025-12-25          | 2025-12-26          | day
上週三                               | 2025-12-24          | 2025-12-25          | day
去年                                 | 2025-01-01          | 2026-01-01          | year
上個月三十一號                       | 2025-12-31          | 2026-01-01          | day
""",
)

LEAP_DAY_IN_BERLIN = (
    "2024-02-29T12:00",
    "Europe/Berlin",
    """
today                                | 2024-02-29          | 2024-03-01          | day
a year ago                           | 2023-02-28          | 2023-03-01          | day         | ~ ?
a month ago                          | 2024-01-29          | 2024-01-30          | day         | ~
tomorrow                             | 2024-03-01          | 2024-03-02          | day
February 29                          | 2024-02-29          | 2024-03-01          | day
2月29日                              | 2024-02-29          | 2024-03-01          | day
this month                           | 2024-02-01          | 2024-03-01          | month
四年後                               | 2028-02-29          | 2028-03-01          | day         | ~
""",
)

SPRING_FORWARD_IN_NEW_YORK = (
    "2026-03-08T09:00",
    "America/New_York",
    """
today                                | 2026-03-08          | 2026-03-09          | day
at 3am                               | 2026-03-08 03:00    | 2026-03-08 03:01    | minute
at 1:30am                            | 2026-03-08 01:30    | 2026-03-08 01:31    | minute
12 hours ago                         | 2026-03-07 20:00    | 2026-03-07 20:01    | minute
this morning                         | 2026-03-08 05:00    | 2026-03-08 12:00    | part_of_day
from 1am to 4am                      | 2026-03-08 01:00    | 2026-03-08 04:00    | minute
""",
)

GROUPS = (
    FRIDAY_IN_TAIPEI,
    TUESDAY_IN_TAIPEI,
    SUNDAY_IN_TAIPEI,
    SMALL_HOURS_IN_TAIPEI,
    MONTH_END_IN_LONDON,
    NEW_YEAR_IN_LONDON,
    LEAP_DAY_IN_BERLIN,
    SPRING_FORWARD_IN_NEW_YORK,
)

ONLY_LOOK_LIKE_TIMES = """
May opened the door
June gave the ball to May
April has the keys
August left the kitchen
She may come with us
March to the store
March on, soldiers
They march on the road
hold on for a second
wait a second
give me a minute
in a minute
a minute detail
the second drawer
put it in the second drawer
the minute hand is broken
room 1405
the cups are at 3 Elm Street
I saw 3 cats
version 3.11.2
the ratio is 16:9
chapter 3 verse 16
call 555-1234
it costs $3
he is 30 years old
between 2 and 4 apples
move it from 2 to 4
he moved ten to two
a quarter of the pie
half the cake
the last piece of cake
the next room
this drawer
the past tense
Sunday (the cat) is on the sofa
feed Sunday
Friday is asleep on the rug
Sat down on the chair
the sun is shining
will took the ball
Wed my sister
the night stand
the 5pm news is on
the 8:30 train
last night's leftovers
昨天的牛奶
yesterday's newspaper is on the table
now that he left
Where was the football before the kitchen?
三號櫃子
放在三號櫃子裡
十五號樓
一点糖
一点点
有一點餓
早一點來
快一點
五點建議
他提出三點意見
3点建议
零點五公斤
点心在桌上
等一下
一週三次
周圍沒有人
放在四周
他姓周一定來
上月球
下午茶在桌上
早上好
晚上好
天天向上
明白了
月亮和星星
年糕在冰箱裡
我的面前天黑了
時間不多
分開放
半個蘋果
第三季很好看
五月花號
前門和後門開了
三分鐘熱度
百年孤獨在書架上
他年紀大
小時候
日本的杯子
"""
