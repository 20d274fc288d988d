"""A sentence that only reports a claim says who makes it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.lints.texts import citation

_ATTRIBUTED = {
    "zh-Hant": re.compile(
        "文件|文中|原文|原句|引述|主張|聲稱|宣稱|據稱|認為|說|稱|所謂|誤解|想法|解釋|傳聞|常見|預測|作者|無法查證|無從查證|找不到"
        "|沒有公開|未公開|未經|不成立|不對|錯|並非|反例|並不"
    ),
    "en": re.compile(
        r"\b(?:documents?|says?|said|saying|argues?|claims?|claimed|asserts?|quotes?|reports?|reported|according to"
        r"|idea|belief|believed|myth|misconceptions?|misreading|explains?|explanation|calls?|called|forecasts?|predicts?"
        r"|cannot be (?:verified|checked)|not (?:published|disclosed|true|so|verified)|found no|undisclosed|wrong|false"
        r"|fails?|does not hold|it (?:expects|predicts|adds|holds|puts|lists|names)|statement|view|thesis|table"
        r"|tells?)\b",
        re.IGNORECASE,
    ),
}


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for language, written in view.written.items():
        tokens = view.scans[language].tokens
        for index in view.prose:
            if "[@?" not in tokens[index]:
                continue
            text = written[index]
            place = text.find("[@?")  # a mark whose every claim is only reported begins so
            while place >= 0:
                end = text.find("]", place) + 1
                named = citation(text[place:end])
                sentence = text[text.rfind("]", 0, place) + 1 : place].strip()
                if len(named.reported) == len(named.claims) and not _ATTRIBUTED[language].search(sentence):
                    mark = text[place:end]
                    message = f'The sentence before {mark} does not say who says so: "{sentence[:60]}".'
                    hint = "Attribute it (文件說…, the document says …), or rest it on a claim that is right."
                    yield lint.inside(view.passages[index], language, message, hint, mark.split(" ")[0])
                place = text.find("[@?", place + 1)


LINT = Lint("attribution/reported", "A sentence that only reports a claim says whose it is.", _check, "warning")
