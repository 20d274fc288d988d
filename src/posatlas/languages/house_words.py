"""Banned forms of each language, with the form to write instead.

A Chinese form is a plain word, or several between bars, each with look-behinds and look-aheads that keep
it from matching inside a longer word: 參數據此 holds 數據, 內存在 holds 內存. Quotations are not searched,
since they keep the words of their source.
"""

from __future__ import annotations

import re

__all__ = [
    "BANNED_EN",
    "BANNED_ZH_HANS",
    "BANNED_ZH_HANT",
    "EN_NEEDLES",
    "UNCLEAR_ZH_HANT",
    "Forms",
    "needles",
]

Forms = tuple[tuple[str, str], ...]
"""Pairs of a form and what to write instead."""

BANNED_ZH_HANT: Forms = (
    # words of the mainland
    ("(?<![相確自堅])信息", "資訊"),
    ("(?<![參函常整指係變複級分個次倍點位基無有奇偶實虛對])數據", "資料"),
    ("內存(?![在放有取於])", "記憶體"),
    ("顯存(?![在放有取於])", "GPU 記憶體"),
    ("緩存(?![在放有於])", "快取"),
    ("默認", "預設"),
    ("軟件", "軟體"),
    ("硬件", "硬體"),
    ("芯片", "晶片"),
    ("網絡", "網路"),
    ("(?<![取替])代碼", "程式碼"),
    ("源代碼|源碼", "原始碼"),
    ("(?<![強單協微步色])調用", "呼叫"),
    ("服務器", "伺服器"),
    ("(?<![使採專])用戶", "使用者"),
    ("文檔", "文件"),
    ("字節(?!奏|省)", "位元組"),
    ("(?<![目指座])標量(?!測|化)", "純量"),
    ("矢量", "向量"),
    ("概率", "機率"),
    ("(?<![改轉可])變量", "變數"),
    ("魯棒", "穩健"),
    ("(?<![安穿])插件", "外掛"),
    ("(?<![直銜連])接口", "介面"),
    ("模塊(?!級)", "模組"),
    ("(?<![檢忽重注審監])視頻(?!率|繁|段|譜)", "影片"),
    ("掩碼", "遮罩"),
    ("歸一化", "正規化"),
    ("(?<![傳])遞歸", "遞迴"),
    ("推斷(?=成本|速度|效率|階段|引擎|時|服務|框架)", "推論"),
    ("(?<!機率)(?<!概率)(?<![有無的])質量(?!中心)", "品質"),
    ("優化器", "最佳化器"),
    ("帶寬", "頻寬"),
    ("(?<![整參函指常複級個成為了])數組(?!成|合|裝)", "陣列"),
    ("字符串", "字串"),
    ("字符", "字元"),
    ("(?<![單多曲直虛實折])線程(?!度|式|序)", "執行緒"),
    ("操作系統", "作業系統"),
    ("人工智能", "人工智慧"),
    ("兼容", "相容"),
    ("(?<![增添附疊施])加載", "載入"),
    ("鏈接", "連結"),
    ("(?<![運演計乘除加減])算法", "演算法"),
    ("激活", "啟動"),
    ("信號", "訊號"),
    ("噪聲", "雜訊"),
    ("內核(?!心)", "核心"),
    ("(?<![區劃部十百千萬])分辨率", "解析度"),
    ("反饋", "回饋"),
    ("博客", "部落格"),
    ("字段", "欄位"),
    ("哈希", "雜湊"),
    ("(?<![留保])存儲", "儲存"),
    ("窗口", "視窗"),
    ("大語言模型", "大型語言模型"),
    ("循環神經網路", "遞迴神經網路"),
    ("自回歸", "自迴歸"),
    ("批量大小", "批次大小"),
    ("(?:張量|資料|序列|流水線|管線|專家|模型|上下文)並行", "…平行"),
    ("並行(?=化|計算|訓練|處理|運算)", "平行"),
    ("支持(?= ?[A-Za-z0-9\ue000]|[更較]?長|動態|任意|位置|線性|多種|變長|的(?:長度|最大|上下文))", "支援"),
    (
        "(?<!不)通過(?!測試|檢|考|驗|審|了|率|原點|的|者|門檻|閾|這[個項關]|[，。；：！？、）」]|$"
        "|.{0,10}(?:測試|檢查|檢驗|檢定|門檻|關卡))",
        "透過",
    ),
    ("大模型(?!型)", "大型模型"),
    # leftovers of converters
    ("(?<![吸索牽指])引數", "參數"),
    ("擴充套件", "擴展"),
    ("(?<![關聯體])系結", "繫結"),
    ("對映(?!射)", "映射"),
    ("(?<=參數)除錯|除錯(?=參數|斜率|底數)", "調整"),
    ("推理(?=成本|速度|階段|引擎|服務|框架|加速|延遲)", "推論"),
    # wrong in any Chinese
    ("令牌|代幣", "詞元"),
    ("旋轉位置嵌入", "旋轉位置編碼"),
    ("零外推訓練", "免訓練外推"),
)

UNCLEAR_ZH_HANT: Forms = (
    # 列 as a noun is a row in Taiwan and a column on the mainland; the words excepted are clear or converted
    (
        "列(?![出舉表於為在入向印數優成了明名式])"
        "(?<![序陣系排數佇串並下上羅橫隊逐每條所已這那此另應可將被稱前（「專]列)"
        "(?<![第同每]一列)(?<!第二列)(?<!最後一列)(?<!資料列)(?<!命令列)(?<!工具列)",
        "橫列",
    ),
    ("第 ?[\ue000A-Za-z0-9]+ ?行(?!程式碼|文字|輸出)", "直行"),
    ("(?<=[0-9\ue000]) 行(?!程式|文字|命令|輸出|註解|[為動走])", "直行"),
    ("每一?行(?!程式碼|文字|輸出|YAML)", "直行"),
    ("[0-9\ue000] ?兆(?!個|位元|赫)", "兆個"),
)
"""Words whose meaning swaps across the strait and that the term list cannot decide, with the clear word."""

BANNED_ZH_HANS: Forms = (
    ("资讯", "信息"),
    ("记忆体", "内存"),
    ("(?<![尽很赶])快取(?!代|得|胜)", "缓存"),
    ("预设", "默认"),
    ("(?<![方过流工进])程式", "程序"),
    ("函式", "函数"),
    ("阵列", "数组"),
    ("座标", "坐标"),
    ("机率", "概率"),
    ("遮罩", "掩码"),
    ("(?<!单)纯量(?!化|测)", "标量"),
    ("溢位", "溢出"),
    ("(?<![单定各])位元", "位"),
    ("档案", "文件"),
    ("介面", "接口"),
    ("网路", "网络"),
    ("(?<![柔])软体", "软件"),
    ("硬体", "硬件"),
    ("晶片", "芯片"),
    ("频宽", "带宽"),
    ("丛集", "集群"),
    ("注解", "注释"),
    ("(?<![其确事真现])实作", "实现"),
    ("支援", "支持"),
    ("(?<![渗穿])透过", "通过"),
    ("(?<![有无高等])效能(?!量|够|否)", "性能"),
    ("张量平行", "张量并行"),
    ("串行", "序列"),
    ("矢量", "向量"),
    ("范式化", "归一化"),
    ("拷贝", "复制"),
    ("脱机", "离线"),
    ("视窗", "窗口"),
    ("词元化", "分词"),
    ("令牌|代币", "词元"),
)

BANNED_EN: Forms = (
    (r"\b[Pp]ositional[ -](?=encoding|embedding)", "position "),
    (r"\b[Cc]ontext[ -]size\b", "context length"),
    (
        r"\b(?:an?|the|this|that|its|their|open|under|permissive|MIT|Apache|same) licenses?\b"
        r"(?! (?:to|the|a)\b)",
        "licence",
    ),
    (r"\b[Bb]ehavior", "behaviour"),
    (r"\b[Cc]olor(?!ado)", "colour"),
    (r"\b[Cc]enter(?:s|ed)?\b", "centre"),
    (r"\b[Nn]eighbor", "neighbour"),
    (r"\b[Ff]avor", "favour"),
    (r"\b[Mm]odel(?:ing|ed|er)\b", "modelling, modelled"),
    (r"\b[Ll]abel(?:ing|ed)\b", "labelled"),
    (r"\b[Aa]nalyz", "analyse"),
    (
        r"\b(?!tokeniz|seiz|citiz|resiz|capsiz|denizen|outsiz|oversiz|(?:re)?siz)[a-z]{2,}(?<!\bpr)iz"
        r"(?:e[sdr]?|ing|ations?|able)\b",
        "-ise, -isation",
    ),
    (
        r"\b(?:[Rr]evolutionary|[Gg]ame-chang\w+|[Gg]roundbreaking|[Cc]utting-edge|[Ss]eamless(?:ly)?)\b",
        "say what it does",
    ),
)

EN_NEEDLES = (
    r"ositional[ -]e|ontext[ -]s|icense|ehavior|olor|[Cc]enter|eighbor|avor|odel(?:ing|ed|er)"
    r"|abel(?:ing|ed)|nalyz|iz(?:e|ing|a)(?<!size)(?<!sizing)|evolutionary|ame-chang|roundbreaking|utting-edge|eamless"
)
"""Finds every place where a form of `BANNED_EN` may be, and a few more, in one quick search."""

_CONTEXT = re.compile(r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")


def needles(forms: Forms) -> str:
    """Return a pattern of the plain words of Chinese `forms`, for a quick search before the exact one."""
    words = {word for form, _ in forms for word in _CONTEXT.sub("", form).split("|")}
    return "|".join(sorted(words))
