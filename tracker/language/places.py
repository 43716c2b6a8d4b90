"""Words for places that one goes into: rooms, buildings, towns. Chinese ones are in Simplified characters."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ROOMS = _words(
    "kitchen bathroom bedroom hallway hall corridor office garden garage attic basement cellar living-room "
    "lounge study pantry laundry closet room house apartment flat home balcony yard backyard shed lobby "
    "nursery toilet restroom loft den porch patio conservatory building cabin classroom library"
)
PLACES = ROOMS | _words(
    "park school cinema theatre theater shop store supermarket market mall station airport hospital "
    "church museum gym pool beach bank restaurant cafe café bar pub hotel street road town city village "
    "country warehouse lab laboratory campus university college workshop studio stadium zoo farm forest "
    "field court playground terminal platform downstairs upstairs outside inside work site plant factory "
    "depot clinic salon bakery pharmacy harbour harbor port bridge square mountain mountains lake river "
    "seaside coast island valley hill gymnasium arena cemetery chapel mosque temple monastery courthouse "
    "dock quay pier marina entrance exit reception foyer elevator lift canteen cafeteria kiosk laundromat "
    "sauna spa greenhouse barn stable cottage villa mansion hostel motel inn dormitory dorm ward "
    "bookstore bookshop grocery grocer butcher hairdresser barber carpark parking-lot driveway sidewalk "
    "pavement doorway alley avenue boulevard countryside woods jungle desert embassy bureau planetarium "
    "observatory circus rooftop terrace veranda playroom storeroom cloakroom boardroom cubicle booth "
    "aisle cleaners hairdressers launderette"
)
_PLACE_ENDINGS = "家室厅房店站场园馆院校司楼所吧厂库局堂街区村镇县市港岛台廊廊厕"
_PLACE_WORDS = _words(
    "家 公司 学校 外面 楼上 楼下 门口 车站 机场 银行 超市 公园 医院 办公室 走廊 阳台 浴室 客厅 卧室 厨房 "
    "厕所 洗手间 花园 院子 车库 地下室 阁楼 仓库 教室 宿舍 图书馆 餐厅 市场 商店 邮局 户外 玄关 书房 "
    "玄關 大厅 电影院 体育馆 海边 山上 老家 单位 台北 臺北 台中 台南 高雄 新竹 北京 上海 广州 深圳 香港 "
    "澳门 东京 大阪 首尔 新加坡 纽约 伦敦 巴黎 曼谷 地铁 酒店 旅馆 饭店 咖啡厅 洗衣间 储藏室 走道 房间 "
    "卫生间 更衣室 停车位 管理室 新家 娘家 乡下 国外 国内"
)
VERB_HEADS = frozenset("逛吃喝看买打做找等写读洗想跑走玩听说聊谈睡排搬吵修忙")
"""What a noun that is a thing done begins with: 打球场 is no place."""


def is_place_word(text: str) -> bool:
    """Whether a bare noun is a word for a place: 厨房, 车站."""
    return (
        text in _PLACE_WORDS
        or text[-3:] in _PLACE_WORDS
        or text[-2:] in _PLACE_WORDS
        or (text[-1] in _PLACE_ENDINGS and text[0] not in VERB_HEADS)
    )
