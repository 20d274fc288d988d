"""A synthetic knowledge base: as many valid files as wanted, varied in kind, length and wording, always the same."""

from __future__ import annotations

import random
from pathlib import Path

_ZH = (
    "這個方法依位置旋轉查詢與鍵，所以內積只看位移",
    "長度超過訓練範圍時，注意力的權重會變平",
    "參數的數目是 $L \\times D$，與頭數無關",
    "快取裡的鍵帶著位置，換位置就要重新計算",
    "頻率是 $\\theta_i = b^{-2i/d}$，底數 $b$ 通常是 10,000",
    "偏置只與距離有關，可以併入注意力遮罩",
)
_EN = (
    "The method rotates queries and keys by position, so that the product sees offsets alone",
    "Beyond the training length the attention weights become flat",
    "The number of parameters is $L \\times D$ and does not depend on the heads",
    "Cached keys carry their position and are computed anew when it changes",
    "The frequency is $\\theta_i = b^{-2i/d}$, where the base $b$ is usually 10,000",
    "The bias depends on distance alone and can be folded into the attention mask",
)
_SHARES = (("claims", 0.30), ("terms", 0.35), ("papers", 0.12), ("methods", 0.08), ("models", 0.08), ("events", 0.07))


def write_knowledge_base(root: Path, files: int, seed: int = 1) -> Path:
    """Write a knowledge base of about so many files below `root`, without findings; returns `root`."""
    pick = random.Random(seed)
    counts = {kind: max(2, int(files * share)) for kind, share in _SHARES}
    counts["terms"] += files - sum(counts.values())
    papers = [f"paper-{number}" for number in range(counts["papers"])]
    methods = [f"method-{number}" for number in range(counts["methods"])]
    claims = [f"claim-{number}" for number in range(counts["claims"])]
    months = [f"20{17 + number * 8 // len(papers):02d}-{1 + number % 12:02d}" for number in range(len(papers))]
    months.sort()
    writers = {
        "claims": lambda n: _claim(pick, n, methods, papers, claims),
        "terms": lambda n: _term(pick, n),
        "papers": lambda n: _paper(pick, n, months[n]),
        "methods": lambda n: _method(pick, n, methods, papers, claims),
        "models": lambda n: _model(pick, n, methods, papers, months),
        "events": lambda n: _event(pick, n, methods, papers, claims, months),
    }
    for kind, count in counts.items():
        for number in range(count):
            path, text = writers[kind](number)
            file = root / kind / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return root


def _text(pick: random.Random, sentences: int, marks: list[str] | None = None, indent: str = "  ") -> str:
    """A Text in block style; with marks each sentence ends with a reference."""
    chosen = pick.choices(range(len(_ZH)), k=sentences)
    cited = [f"[@{pick.choice(marks)}]" if marks else "" for _ in chosen]
    lines = [f"{indent}zh-Hant: >-"]
    if marks:
        lines += [f"{indent}  {_ZH[n]}。{mark}" for n, mark in zip(chosen, cited, strict=True)]
    else:  # folded lines would put a space after the full stop
        lines.append(f"{indent}  " + "".join(f"{_ZH[n]}。" for n in chosen))
    lines.append(f"{indent}en: >-")
    lines += [f"{indent}  {_EN[n]}.{' ' + mark if marks else ''}" for n, mark in zip(chosen, cited, strict=True)]
    return "\n".join(lines) + "\n"


def _claim(pick, number, methods, papers, claims):
    method = methods[number % len(methods)]
    verdict = ("supported", "conditional", "imprecise", "supported")[number % 4]
    extra = {"conditional": "conditions", "imprecise": "correction"}.get(verdict)
    text = "statement:\n" + _text(pick, 1) + "scope:\n" + _text(pick, 1)
    text += f"about: [{method}]\nkind: property\n"
    text += f'source: {{id: {pick.choice(papers)}, locator: "§{number % 7 + 1}"}}\nverdict: {verdict}\n'
    if extra:
        text += f"{extra}:\n" + _text(pick, 1)
    text += "explanation:\n" + _text(pick, pick.randint(2, 4)) + "according_to:\n"
    for _ in range(pick.randint(1, 3)):
        place = f"§{pick.randint(1, 9)}, Table {pick.randint(1, 5)}"
        text += f'- {{paper: {pick.choice(papers)}, locator: "{place}", read: true}}\n'
    return f"{method}/{claims[number]}.yml", text


def _term(pick, number):
    text = f"zh-Hant: 詞條 {number} 號\nzh-Hans: 词条 {number} 号\nen: entry number {number}\nrole: glossary\n"
    if number % 3:
        text += "definition:\n" + _text(pick, 1)
    return f"term-{number}.yml", text


def _paper(pick, number, month):
    text = f"title: 'On Positions, Part {number}'\nauthors: [Ada Author, Ben Writer, Cai Scholar {number}]\n"
    text += f"type: preprint\nfirst_published: {month}\nurl: https://example.org/papers/{number}\nintroduces: []\n"
    if number % 4 == 0:
        text += "note:\n" + _text(pick, 1)
    return f"paper-{number}.yml", text + "checked: {against: the page of the paper, date: 2026-11-01}\n"


def _method(pick, number, methods, papers, claims):
    text = f"name: {{zh-Hant: 方法 {number} 號, en: method number {number}}}\nfamily: rotary\n"
    text += f"introduced_by: {papers[number * len(papers) // len(methods)]}\nenters_at: [features]\n"
    text += "glance: {zh-Hant: 依位置旋轉查詢與鍵。, en: Queries and keys are rotated by position.}\n"
    text += "deep:\n" + _text(pick, pick.randint(5, 25), claims)
    text += "formulas:\n- name: {zh-Hant: 角度, en: Angle}\n"
    text += "  latex: \\theta_i = b^{-2i/d}, \\quad i = 0, \\dots, d/2 - 1\n"
    text += 'cost: {learned_parameters: "0", buffers: d/2, added_operations: 3*T*d}\n'
    if number:
        text += f"parents:\n- {{id: {methods[pick.randrange(number)]}}}\n"
    return f"{methods[number]}.yml", text


def _model(pick, number, methods, papers, months):
    paper = pick.randrange(len(papers))
    text = f"name: Model {number}\nreleased: {months[paper]}\nweights: open\nposition_encoding:\n"
    text += f"  methods: [{pick.choice(methods)}]\n  from: paper\n"
    text += f'  source: {{paper: {papers[paper]}, locator: "§2", read: true}}\nwindow:\n  configured:\n'
    text += f"    tokens: {2048 << number % 6}\n    from: checkpoint_config\n    field: max_position_embeddings\n"
    text += f'    source: {{url: "https://example.org/{number}/config.json", title: config.json, locator: field, '
    text += f'retrieved: "2026-11-01", read: true}}\npapers: [{papers[paper]}]\nas_of: "2026-11-01"\n'
    return f"model-{number}.yml", text


def _event(pick, number, methods, papers, claims, months):
    paper = pick.randrange(len(papers))
    text = f"name: {{zh-Hant: 事件 {number} 號, en: event number {number}}}\ndate: {months[paper]}\n"
    text += f"paper: {papers[paper]}\nmethods: [{pick.choice(methods)}]\nabout:\n" + _text(pick, 3, claims)
    return f"event-{number}.yml", text + f"claims: [{pick.choice(claims)}]\n"
