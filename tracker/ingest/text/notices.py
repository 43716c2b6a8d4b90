"""What an exporter writes in a message's place or behind it: pictures left out, deletions, edits, encryption.

A notice is the whole message, in the exporter's wording; on iPhones it begins with a mark that nobody types. What a
person wrote that only begins like one stays theirs."""

from __future__ import annotations

import re

MARK = "\u200e"
"""A left-to-right mark: WhatsApp on iPhones sets it before what it writes itself."""
_DIRECTIONS = "\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
_OMITTED = r"""
omitted · oculta · weggelassen · ausgelassen · ausgeschlossen · omitid[oa]s? · omis(?:es?)? · omess[oi] · weggelaten
overgeslagen · 略過 · 略过 · 省略 · 忽略 · 未包含 · 除外 · 제외 · 생략 · пропущен[оы]? · без медиафайлов · pominięt[eoy]
utelat[dt] · utelämnat · udeladt · jätetty pois · dahil edilmedi · atlandı · تم استبعاد · छोड़ · bỏ qua
ละไว้ · dihilangkan · tidak disertakan
"""
_EDITED = r"""
edited · bearbeitet · modifié · editó · editad[oa] · editada · modificato · bewerkt · редактир\w* · изменено
edytowan\w* · redigera\w* · redigeret · muokattu · düzenlendi · 編輯 · 编辑 · 編集 · 수정 · تعديل · संपादित
disunting · diedit · chỉnh sửa · แก้ไข
"""
_DELETED = r"""
(?:this message was|you) deleted(?: this message)? · diese nachricht wurde gelöscht · du hast diese nachricht gelöscht
ce message a été supprimé · (?:vous avez|tu as) supprimé ce message · se eliminó este mensaje · eliminaste este mensaje
questo messaggio è stato eliminato · hai eliminato questo messaggio · (?:esta )?mensagem (?:foi )?apagada
(?:você )?apagou esta mensagem · dit bericht (?:is|werd) verwijderd · je hebt dit bericht verwijderd
(?:此|這則|这条)(?:訊息|消息)(?:已|已被)(?:刪除|删除|收回)
(?:您|你)(?:已)?(?:刪除|删除|收回)了?(?:此|這則|这条)(?:訊息|消息) · このメッセージは(?:削除|取り消)されました
(?:この)?メッセージを(?:削除|取り消)しました · 삭제된 메시지입니다 · 이 메시지는 삭제되었습니다
(?:данное )?сообщение удалено · вы удалили (?:данное|это) сообщение · ta wiadomość została usunięta · bu mesaj silindi
"""
_KINDS = r"""
image · video · audio · sticker · gif · document · contact card · bild · 圖片 · 图片 · 影片 · 视频 · 語音訊息 · 语音消息
贴图 · 貼圖 · 照片
"""
_IN_BRACKETS = r"""
stickers? · photos? · videos? · voice message · file · 貼圖 · 照片 · 影片 · 圖片 · 語音訊息 · 檔案 · スタンプ · 写真
動画 · 画像 · ボイスメッセージ · ファイル · 스티커 · 사진 · 동영상
"""
_ENCRYPTED_BEGIN = r"""
messages (?:and calls|you send|to this) · nachrichten und anrufe · les messages et (?:les )?appels
los mensajes y las llamadas · i messaggi e le chiamate · as mensagens e (?:as )?(?:ligações|chamadas)
berichten en gesprekken · 訊息[和與]通話 · 消息和通话 · メッセージと通話
"""
_ENCRYPTED_GOES_ON = r"""
end-to-end · ende-zu-ende · bout en bout · extremo a extremo · cifrad · crittografat · ponta · 端對端 · 端到端
エンドツーエンド
"""


def _any(told: str) -> str:
    """A pattern of any of the phrases of a table."""
    return "|".join(phrase for line in told.strip().splitlines() for phrase in line.split(" · "))


_FILE = r"[^\n<>]{1,120}\.\w{2,5} \([^()\n]{3,30}\)|<[^<>\n]{2,20}: [^<>\n]{1,120}\.\w{2,5}>"
_WHOLE = re.compile(
    rf"<[^<>\n]{{0,40}}(?:{_any(_OMITTED)})[^<>\n]{{0,20}}>|(?:{_any(_KINDS)})\s?已?(?:{_any(_OMITTED)})"
    rf"|\[(?:{_any(_IN_BRACKETS)})\]|{_any(_DELETED)}|{_FILE}|null",
    re.IGNORECASE,
)
_ENCRYPTED = re.compile(
    rf"(?:{_any(_ENCRYPTED_BEGIN)}).{{0,40}}(?:{_any(_ENCRYPTED_GOES_ON)}).*", re.IGNORECASE | re.DOTALL
)
_TRAILING = re.compile(
    rf"\s*(?:{MARK}?<[^<>\n]{{0,60}}(?:{_any(_EDITED)})[^<>\n]{{0,40}}>|{MARK}<[^<>\n]{{2,160}}>)\s*$", re.IGNORECASE
)
_LEADING_FILE = re.compile(rf"{MARK}?(?:{_FILE})\n+(?=\S)")


def words_of(text: str) -> str:
    """What somebody wrote in a message's text, without what the exporter added; empty when nobody wrote anything."""
    text = _TRAILING.sub("", text.strip())
    text = _LEADING_FILE.sub("", text, count=1)
    bare = text.strip(_DIRECTIONS + " \n\t")
    by_the_exporter = text.lstrip().startswith(MARK)
    if by_the_exporter or _WHOLE.fullmatch(bare.rstrip(".。")) or _ENCRYPTED.fullmatch(bare):
        return ""
    return bare
