"""The laws that every encoding is held to, as sentences. No torch: what runs them is in the reference
implementations, under the same names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from posatlas.schema.base import Text

__all__ = ["LAWS"]


def _law(zh_hant: str, en: str) -> Text:
    return Text.model_validate({"zh-Hant": zh_hant, "en": en})


LAWS: Final[Mapping[str, Text]] = {
    "shift_invariant": _law(
        "所有位置一起平移，注意力的輸出不變。", "Moving all positions alike changes no output of attention."
    ),
    "shift_invariant_far_out": _law(
        "所有位置平移到一百萬，logits 只差角度的捨入。",
        "Moving all positions by up to a million changes no logit beyond the rounding of the angles.",
    ),
    "causal": _law(
        "在因果遮罩下，後面的詞元不改變前面的輸出，一個位元也不變。",
        "Under a causal mask a later token changes no earlier output, not by one bit.",
    ),
    "storage_order": _law(
        "詞元與位置一起重排，輸出跟著重排；存放的順序不算。",
        "Tokens permuted with their positions give outputs permuted alike: the order of storage is nothing.",
    ),
    "order_noticed": _law(
        "位置不動而詞元重排，輸出就不同：看得出順序。",
        "Tokens permuted while positions stay give other outputs: order is noticed.",
    ),
    "heads_apart": _law(
        "一個頭的輸出只看自己的查詢、鍵與值。", "A head's output follows its own queries, keys and values alone."
    ),
    "heads_alike": _law(
        "頭若沒有各自的數，重排的頭給出重排的輸出。",
        "Heads without numbers of their own are alike: permuted heads give permuted outputs.",
    ),
    "decode_by_steps": _law(
        "逐個詞元解碼，每個查詢看到目前為止的鍵，輸出與一次算完相同。",
        "Decoding token by token, each query over all keys so far, gives the outputs of one full pass.",
    ),
    "prefill_in_chunks": _law(
        "分段預填的輸出與一次算完相同。", "Prefill in chunks gives the outputs of one full pass."
    ),
    "cached_keys": _law(
        "把每個鍵在新加入時的樣子快取起來，之後的查詢都能用。",
        "A cache that holds each key as it entered attention when it was new serves every later query.",
    ),
    "batch_mates": _law(
        "同一批裡別的序列不影響結果。", "Another sequence of the batch, at other positions, changes nothing."
    ),
    "leading_shape": _law(
        "前面有幾個批次軸都行，每個序列各算各的。", "Any leading shape works, and each sequence gets its own numbers."
    ),
    "grouped_heads": _law(
        "較少的鍵頭（GQA）等於把鍵與值重複給每個查詢頭。",
        "Fewer key heads (GQA) equal keys and values repeated for each query head.",
    ),
    "padding": _law(
        "前後的填充被遮住、位置不算它們，就什麼也不變。",
        "Padding before or after a text, masked, with positions that do not count it, changes nothing.",
    ),
    "lengths_zero_and_one": _law("長度 0 與 1 的序列都能算。", "Sequences of no token and of one token work."),
    "no_key_to_see": _law(
        "一個鍵也看不到的查詢得到零，梯度有限。", "A query that may look at no key gets zeros and finite gradients."
    ),
    "shapes_without_data": _law(
        "沒有資料（meta 裝置）也算得出形狀。", "Shapes come out right without data, on the meta device."
    ),
    "dtype_kept": _law(
        "輸入什麼精度就輸出什麼精度，誤差只是最後一次捨入。",
        "The dtype that goes in comes out, and the error is that of a last rounding.",
    ),
    "exact_far_out": _law(
        "到位置一百萬，logits 與嵌入的誤差仍是一次捨入：內部的角度是 float64。",
        "To position 1,000,000 the error of logits and embeddings is one rounding: angles are float64 within.",
    ),
    "finite_to_a_million": _law(
        "到位置一百萬，logits 與嵌入都有限。", "Logits and embeddings at positions up to 1,000,000 are finite."
    ),
    "angles_survive_bfloat16": _law(
        "模組轉成 bfloat16 之後角度不變，只有學到的數被捨入。",
        "A module moved to bfloat16 keeps its angles: only what is learned is rounded.",
    ),
    "angles_survive_autocast": _law("自動混合精度不動角度。", "Autocast does not touch the angles."),
    "order_of_calls": _law(
        "先前的呼叫不改變後來的呼叫，一個位元也不變。", "Earlier calls change no later one, not by one bit."
    ),
    "meta_then_materialised": _law(
        "先在 meta 裝置上建立、再給記憶體與數值，與直接建立的相同。",
        "Made on the meta device, then given memory and its numbers, it is the encoding made at once.",
    ),
    "copies": _law(
        "複製、序列化、用自己的選項重建，都是同一個編碼。",
        "Deep copies, pickles and a second build from its own options are the same encoding.",
    ),
    "values_untouched": _law("特徵掛鉤不動值向量。", "The feature hook leaves value vectors as they are."),
}
