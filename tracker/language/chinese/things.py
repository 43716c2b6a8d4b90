"""Chinese nouns for things that lie somewhere, and for what holds them.

A clause as it is typed (手机放桌上, 护照：书桌抽屉) has no word that says where its nouns end. It is read only where
every noun ends in one of these words, in a word for a place, or in something registered."""

from __future__ import annotations

import re

from tracker.language.places import PLACES, VERB_HEADS, is_place_word
from tracker.language.words import words

HOLDERS = words(
    "安亲班 中心 补习班 才艺班 舞蹈班 巷口 路口 操场 便利商店 超商 栏杆 校门口 "
    "抽屉 柜 柜子 橱柜 衣柜 鞋柜 书柜 床头柜 电视柜 保险柜 储物柜 置物柜 文件柜 斗柜 五斗柜 架 架子 书架 衣架 "
    "鞋架 置物架 层架 层 最上层 最下层 箱 箱子 冰箱 雪柜 冷冻库 冷藏室 冷冻层 保险箱 行李箱 后备箱 后车厢 车厢 "
    "后座 前座 副驾 副驾驶 驾驶座 工具箱 垃圾桶 垃圾箱 信箱 邮箱 药箱 盒 盒子 鞋盒 铅笔盒 笔筒 罐子 篮 篮子 篓 "
    "洗衣篮 袋 袋子 口袋 裤袋 塑料袋 包 包包 背包 书包 钱包 皮夹 手提包 公文包 腰包 化妆包 收纳盒 桌 桌子 桌面 "
    "书桌 餐桌 饭桌 办公桌 电脑桌 梳妆台 茶几 柜台 前台 吧台 流理台 料理台 灶台 洗手台 洗脸台 窗台 台面 工作台 "
    "电视 冷气 床 上铺 下铺 枕头 被子 床垫 沙发 沙发垫 沙发缝 椅子 椅 凳子 地毯 窗帘 花盆 花瓶 门 大门 房门 墙 "
    "挂钩 钩子 挂勾 钥匙圈 洗衣机 烘衣机 烘干机 洗碗机 微波炉 烤箱 电锅 电饭锅 电饭煲 锅 水槽 浴缸 马桶 车 汽车 "
    "机车 摩托车 电动车 捷运 地铁 公交车 公车 巴士 高铁 火车 飞机 出租车 计程车 网约车 丰巢 驿站 菜鸟驿站 "
    "快递柜 智取店 门口 门边 角落 缝 缝隙 夹层 桌垫 鞋子 外套 大衣 夹克 裤子 书 抽屉柜 工具间 玄关 楼梯 楼梯间 "
    "停车位 车位 停车格 地下一楼 地下二楼 地下三楼 一楼 二楼 三楼 四楼 五楼 顶楼 一层 二层 三层 负一楼 负二楼 "
    "负一层 负二层"
)
"""What a thing can be in, on or beside: containers, furniture, vehicles, floors."""
THINGS = words(
    "钥匙 备用钥匙 锁匙 门禁卡 门卡 感应卡 磁扣 工牌 员工证 识别证 学生证 身份证 身分证 健保卡 社保卡 驾照 行照 "
    "行驶证 护照 签证 台胞证 户口本 户口名簿 户口簿 房产证 存折 存摺 印章 图章 公章 信用卡 银行卡 提款卡 金融卡 "
    "会员卡 悠游卡 公交卡 交通卡 一卡通 卡 卡片 名片 发票 收据 账单 帐单 合同 合约 契约 文件 资料 档案 报告 "
    "表格 申请表 票 车票 机票 门票 电影票 登机牌 登机证 处方 病历 信 信件 信封 明信片 邮票 包裹 快递 快件 外卖 "
    "便当 礼物 礼品 手机 充电器 充电线 充电宝 行动电源 数据线 传输线 耳机 蓝牙耳机 平板 笔电 笔记本电脑 笔记本 "
    "电脑 鼠标 滑鼠 键盘 屏幕 萤幕 显示器 打印机 列表机 扫描仪 投影机 投影仪 相机 镜头 脚架 三脚架 记忆卡 "
    "内存卡 随身碟 优盘 硬盘 硬碟 路由器 遥控器 游戏机 手柄 电池 电源 电源线 延长线 插座 插头 转接头 转接器 灯 "
    "台灯 灯泡 手电筒 手表 手环 眼镜 墨镜 太阳眼镜 老花镜 隐形眼镜 助听器 口罩 雨伞 伞 折叠伞 雨衣 帽子 安全帽 "
    "头盔 围巾 手套 袜子 鞋 鞋子 拖鞋 球鞋 运动鞋 靴子 高跟鞋 衣服 上衣 衬衫 毛衣 外套 大衣 夹克 羽绒服 裙子 "
    "裤子 牛仔裤 内衣 睡衣 制服 西装 领带 皮带 泳衣 毛巾 浴巾 床单 棉被 毯子 电热毯 枕头 窗帘 首饰 戒指 项链 "
    "耳环 手链 钱 现金 零钱 红包 钱包 皮夹 水壶 水杯 保温杯 保温瓶 杯子 马克杯 奶瓶 饭盒 餐盒 便当盒 碗 盘子 "
    "筷子 汤匙 勺子 叉子 刀 菜刀 水果刀 剪刀 美工刀 砧板 锅 锅子 平底锅 锅铲 热水壶 开瓶器 牛奶 鲜奶 豆浆 果汁 "
    "可乐 啤酒 酒 红酒 水 矿泉水 茶 茶叶 咖啡 咖啡豆 蛋 鸡蛋 面包 吐司 蛋糕 饼干 零食 巧克力 糖 盐 酱油 醋 油 "
    "食用油 米 面 面条 泡面 方便面 水饺 冰淇淋 菜 青菜 剩菜 剩饭 肉 鸡肉 牛肉 猪肉 鱼 水果 苹果 香蕉 葡萄 西瓜 "
    "橘子 柠檬 洋葱 大蒜 姜 葱 番茄 马铃薯 土豆 药 药盒 感冒药 止痛药 维他命 维生素 药膏 体温计 温度计 血压计 "
    "创可贴 绷带 棉签 棉花棒 卫生纸 面纸 抽纸 纸巾 湿纸巾 湿巾 尿布 尿不湿 纸尿裤 卫生棉 奶粉 奶嘴 牙刷 牙膏 "
    "洗发精 洗发水 沐浴乳 沐浴露 肥皂 洗面奶 洗面乳 乳液 防晒 防晒乳 香水 口红 化妆品 梳子 吹风机 刮胡刀 剃须刀 "
    "指甲刀 镜子 卷发棒 洗衣精 洗衣液 洗衣粉 洗洁精 洗碗精 漂白水 垃圾袋 垃圾 抹布 拖把 扫把 吸尘器 扫地机器人 "
    "除湿机 加湿器 空气清净机 净化器 电扇 风扇 电风扇 电暖器 暖气 冷气 空调 熨斗 挂烫机 缝纫机 梯子 工具 螺丝 "
    "螺丝刀 螺丝起子 起子 钳子 扳手 锤子 铁锤 锯子 电钻 钉子 卷尺 尺 胶带 胶水 绳子 铁丝 油漆 刷子 手推车 推车 "
    "婴儿车 轮椅 拐杖 行李 行李箱 旅行箱 箱子 盒子 袋子 篮子 帐篷 睡袋 球 篮球 足球 羽球拍 球拍 网球拍 瑜伽垫 "
    "瑜珈垫 哑铃 滑板 自行车 脚踏车 单车 机车 摩托车 电动车 车 汽车 车子 车位 吉他 琴 小提琴 玩具 积木 娃娃 "
    "拼图 漫画 书 课本 作业 作业本 字典 杂志 报纸 本子 笔 铅笔 原子笔 钢笔 橡皮擦 订书机 计算机 计算器 白板笔 "
    "白板 照片 相册 相框 画 海报 地图 花 盆栽 植物 花瓶 蜡烛 打火机 香烟 烟 烟灰缸 狗粮 猫粮 饲料 猫砂 牵绳 "
    "狗链 项圈 猫 狗 小猫 小狗 猫咪 狗狗 鱼缸 鸟笼 笼子 马桶刷 水桶 脸盆 桶 瓦斯桶 灭火器 急救箱 药箱 工具箱 "
    "螺丝钉 图钉 回形针 剪贴簿 便利贴 便条 笔筒 印表机 主机 音响 喇叭 音箱 麦克风 收音机 电视 时钟 闹钟 日历 "
    "月历 体重计 体重秤 秤 显微镜 望远镜 鱼竿 滑雪板 冲浪板 雪橇 轮胎 打气筒 千斤顶 机油 备胎 行车记录器 导航 "
    "安全座椅 儿童座椅 耳塞 眼罩 颈枕 U盘 USB SIM卡 硬币 金币 邮包 货 货物 样品 零件 材料 设备 仪器 机器 无人机"
)
SUPPLIES = words(
    "牛奶 鲜奶 豆浆 果汁 可乐 啤酒 酒 红酒 水 矿泉水 茶 茶叶 咖啡 咖啡豆 咖啡粉 蛋 鸡蛋 面包 吐司 蛋糕 饼干 "
    "零食 巧克力 糖 砂糖 盐 酱油 醋 油 食用油 橄榄油 米 面 面条 面粉 泡面 方便面 水饺 饺子 冰淇淋 菜 青菜 肉 "
    "鸡肉 牛肉 猪肉 鱼 虾 豆腐 水果 苹果 香蕉 葡萄 西瓜 橘子 柠檬 洋葱 大蒜 蒜 姜 葱 番茄 马铃薯 土豆 奶油 起司 "
    "芝士 黄油 酸奶 优格 味噌 酱 胡椒 番茄酱 蜂蜜 果酱 麦片 燕麦 卫生纸 面纸 抽纸 纸巾 厕纸 厨房纸巾 湿纸巾 "
    "湿巾 尿布 尿不湿 纸尿裤 卫生棉 卫生巾 奶粉 棉签 棉花棒 口罩 药 感冒药 止痛药 维他命 维生素 隐形眼镜药水 "
    "牙膏 洗发精 洗发水 护发素 润发乳 沐浴乳 沐浴露 肥皂 洗手乳 洗手液 洗面乳 洗面奶 乳液 防晒乳 洗衣精 洗衣液 "
    "洗衣粉 洗碗精 洗洁精 漂白水 柔软精 酒精 垃圾袋 保鲜膜 铝箔纸 电池 灯泡 墨水 墨水匣 碳粉 影印纸 打印纸 A4纸 "
    "纸 信封 邮票 胶带 狗粮 猫粮 饲料 猫砂 罐头 瓦斯 汽油 机油 现金 零钱 滤纸 滤芯 咖啡胶囊 茶包 冰块"
)
"""What is used up and bought again: 没了 says that there is none left, and not that it is lost."""
PARCELS = words(
    "包裹 快递 快件 外卖 外送 便当 宅配 邮件 信 信件 货 货物 订单 礼物 沙发 冰箱 挂号信 挂号 邮包 披萨 蛋糕 花"
)
"""What is brought to the door: 到了 says that it has arrived."""
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9 .'+-]*$")
_CODE = re.compile(
    r"(?:[A-Za-z]{1,3}-?\d{1,4}|\d{1,3}[A-Za-z楼层F号]|[A-Za-z]\d?[区栋])(?: ?[A-Za-z]?\d{0,4}(?:号|区|室|层|楼|栋)?)?$"
)
_LONGEST_WORD = 6
_ACTS = VERB_HEADS | frozenset("修等开坐骑用搭推拉擦拖挤铺敲关爬刷装拆换煮炒切穿脱折叠吸租抢追赶赚背上下顶倒倚翻盖")
"""What a phrase begins with that is a thing done: 修车, 铺床."""
_SIDES = words("外面 里面 上面 下面 前面 后面 对面 方面 地面 表面 平面 见面 路面 正面 反面")


def is_thing_word(text: str) -> bool:
    """Whether a noun ends in a word for a thing, or is a Latin name: 备用钥匙, Ben的笔电, iPad."""
    known = _ends_in(text, THINGS) or _ends_in(text, SUPPLIES) or _ends_in(text, HOLDERS) or _ends_in(text, PARCELS)
    return (known and text not in _SIDES) or _LATIN.match(text) is not None


def is_supply_word(text: str) -> bool:
    """Whether a noun ends in a word for what is used up."""
    return _ends_in(text, SUPPLIES)


def is_parcel_word(text: str) -> bool:
    """Whether a noun ends in a word for what is delivered."""
    return _ends_in(text, PARCELS)


def is_holder_word(text: str) -> bool:
    """Whether a bare noun is a word for where things are: 书桌抽屉, B2, 3楼C区, office; not 修车."""
    before = _before_ending(text, HOLDERS)
    held = before is not None and (not before or (text[0] not in _ACTS and VERB_HEADS.isdisjoint(before)))
    known = held or is_place_word(text) or _CODE.search(text) is not None
    return known or (_LATIN.match(text) is not None and text.lower() in PLACES)


def is_room_word(text: str) -> bool:
    """Whether a bare noun is a word for a place that is no thing: 公司, B2, office; not 外套."""
    return is_place_word(text) or _CODE.search(text) is not None or text.lower() in PLACES


def _ends_in(text: str, among: frozenset[str]) -> bool:
    return _before_ending(text, among) is not None


def _before_ending(text: str, among: frozenset[str]) -> str | None:
    """What stands before the longest word that a text ends in; None when it ends in none."""
    lengths = range(min(len(text), _LONGEST_WORD), 0, -1)
    return next((text[:-length] for length in lengths if text[-length:] in among), None)
