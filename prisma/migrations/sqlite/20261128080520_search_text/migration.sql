-- Keys and the words of a search are computed by the program, by one text for both engines.
-- Contracts: no other process uses a SQLite file.

-- AlterTable
ALTER TABLE "project_estimates" ADD COLUMN "other_phone_digits" TEXT;
ALTER TABLE "project_estimates" ADD COLUMN "name_key" TEXT NOT NULL DEFAULT '';
ALTER TABLE "project_estimates" ADD COLUMN "search_text" TEXT;

-- CreateIndex
CREATE INDEX "project_estimates_other_phone_digits_idx" ON "project_estimates"("other_phone_digits");

-- CreateIndex
CREATE INDEX "project_estimates_name_key_idx" ON "project_estimates"("name_key");

-- Rows whose keys are to be computed.
CREATE INDEX "project_estimates_unkeyed_idx" ON "project_estimates"("id") WHERE "search_text" IS NULL;

DROP TRIGGER "estimate_search_insert";
DROP TRIGGER "estimate_search_update";
DROP TRIGGER "estimate_search_delete";
DROP TABLE "estimate_search";
DROP VIEW "estimate_search_texts";

-- The words of search_text, by the rowid of the estimate. They are folded already, and only blanks divide them. The index also has words
-- by their first letter, which a search of one letter would otherwise merge from all words that begin with it.
CREATE VIRTUAL TABLE "estimate_search" USING fts5("words", content='', contentless_delete=1, prefix='1', tokenize="ascii tokenchars '#'");
CREATE TRIGGER "estimate_search_insert" AFTER INSERT ON "project_estimates" WHEN new."search_text" IS NOT NULL BEGIN
  INSERT INTO "estimate_search" (rowid, "words") VALUES (new.rowid, new."search_text");
END;
CREATE TRIGGER "estimate_search_update" AFTER UPDATE OF "search_text" ON "project_estimates" BEGIN
  DELETE FROM "estimate_search" WHERE rowid = old.rowid;
  INSERT INTO "estimate_search" (rowid, "words") SELECT new.rowid, new."search_text" WHERE new."search_text" IS NOT NULL;
END;
CREATE TRIGGER "estimate_search_delete" AFTER DELETE ON "project_estimates" BEGIN
  DELETE FROM "estimate_search" WHERE rowid = old.rowid;
END;
