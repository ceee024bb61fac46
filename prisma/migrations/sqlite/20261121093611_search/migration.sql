-- DropIndex
DROP INDEX "project_estimates_created_at_id_idx";

-- CreateIndex
CREATE INDEX "project_estimates_finding_idx" ON "project_estimates"("created_at", "id", "quarantined_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "first_contact_at", "due_at", "spam_at");

-- What a search looks at, by the rowid of the request: the texts, and the phone number from each of its digits on, so that any part
-- of it is the beginning of some word. The index keeps the words alone, and its triggers keep it, whoever writes.
CREATE VIEW "estimate_search_texts" AS
SELECT "row",
  "texts",
  "digits" || ' ' || substr("digits", 2) || ' ' || substr("digits", 3) || ' ' || substr("digits", 4) || ' ' || substr("digits", 5)
    || ' ' || substr("digits", 6) || ' ' || substr("digits", 7) || ' ' || substr("digits", 8) || ' ' || substr("digits", 9)
    || ' ' || substr("digits", 10) || ' ' || substr("digits", 11) || ' ' || substr("digits", 12) || ' ' || substr("digits", 13) AS "phone"
FROM (
  SELECT rowid AS "row",
    "name" || ' ' || "email" || ' ' || "reference" || ' ' || "location" || ' ' || coalesce("project_description", '') || ' '
      || coalesce("specific_requirements", '') AS "texts",
    replace(replace(replace(replace(replace(replace(replace(coalesce("phone", ''), ' ', ''), '(', ''), ')', ''), '-', ''), '.', ''), '+', ''), '/', '') AS "digits"
  FROM "project_estimates");

CREATE VIRTUAL TABLE "estimate_search" USING fts5("texts", "phone", content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');

INSERT INTO "estimate_search" (rowid, "texts", "phone") SELECT "row", "texts", "phone" FROM "estimate_search_texts";

CREATE TRIGGER "estimate_search_insert" AFTER INSERT ON "project_estimates" BEGIN
  INSERT INTO "estimate_search" (rowid, "texts", "phone") SELECT "row", "texts", "phone" FROM "estimate_search_texts" WHERE "row" = new.rowid;
END;

CREATE TRIGGER "estimate_search_update" AFTER UPDATE OF "name", "email", "phone", "reference", "location", "project_description", "specific_requirements" ON "project_estimates" BEGIN
  DELETE FROM "estimate_search" WHERE rowid = old.rowid;
  INSERT INTO "estimate_search" (rowid, "texts", "phone") SELECT "row", "texts", "phone" FROM "estimate_search_texts" WHERE "row" = new.rowid;
END;

CREATE TRIGGER "estimate_search_delete" AFTER DELETE ON "project_estimates" BEGIN
  DELETE FROM "estimate_search" WHERE rowid = old.rowid;
END;
