-- Also indexes words by their first letter, which a search of one letter would otherwise merge from all words that begin with it.
DROP TABLE "estimate_search";

CREATE VIRTUAL TABLE "estimate_search" USING fts5("texts", "phone", content='', contentless_delete=1, prefix='1', tokenize='unicode61 remove_diacritics 2');

INSERT INTO "estimate_search" (rowid, "texts", "phone") SELECT "row", "texts", "phone" FROM "estimate_search_texts";
