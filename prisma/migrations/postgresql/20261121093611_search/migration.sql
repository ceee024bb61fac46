-- DropIndex
DROP INDEX "project_estimates_created_at_id_idx";

-- CreateIndex
CREATE INDEX "project_estimates_finding_idx" ON "project_estimates"("created_at", "id", "quarantined_at", "status", "urgent", "project_type", "budget_range", "timeline", "assignee_id", "first_contact_at", "due_at", "spam_at");

-- The words of a request, and its phone number from each of its digits on behind a #, so that any part of it is the beginning of some
-- word. No locale has a say: without one, PostgreSQL takes letters beyond ASCII for anything. Accents go, as SQLite's index drops them,
-- and what separates words is named. Longer words than an index takes are cut.
CREATE FUNCTION "estimate_search_words"("texts" TEXT, "phone" TEXT) RETURNS TSVECTOR LANGUAGE SQL IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array_remove(
    ARRAY(
      SELECT left("word", 60) FROM string_to_table(
        regexp_replace(
          translate(
            lower(regexp_replace(normalize("texts", NFD), '[\u0300-\u036f]', '', 'g')),
            'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЃЌЂЉЊЋЏ',
            'αβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяєіѓќђљњћџ'),
          '[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02df\u2000-\u206f\u20a0-\u20cf\u2190-\u245f\u249c-\u24e9\u2500-\u2775\u2794-\u2bff\u2e00-\u2e2e\u2e30-\u2e7f\u3000-\u3004\u3008-\u3020\u30fb\ufe00-\ufe6f\uff01-\uff0f\uff1a-\uff20\U0001f000-\U0001fbef]+',
          ' ', 'g'),
        ' ') AS "word"
      UNION ALL
      SELECT '#' || substr(translate("phone", ' ()-.+/', ''), "start") FROM generate_series(1, 13) AS "start"),
    ''))
$$;

-- Computed from the others by the database itself, so that it is right whoever writes.
ALTER TABLE "project_estimates" ADD COLUMN "search_words" TSVECTOR GENERATED ALWAYS AS (estimate_search_words(
  "name" || ' ' || "email" || ' ' || "reference" || ' ' || "location" || ' ' || coalesce("project_description", '') || ' ' || coalesce("specific_requirements", ''),
  coalesce("phone", ''))) STORED;

CREATE INDEX "project_estimates_search_words_idx" ON "project_estimates" USING GIN ("search_words");
