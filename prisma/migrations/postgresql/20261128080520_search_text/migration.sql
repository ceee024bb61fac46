-- Keys and the words of a search are computed by the program, by one text for both engines.
-- Contracts: search_words comes back with the same name and meaning, and nothing but its column uses the function.

-- AlterTable
ALTER TABLE "project_estimates" ADD COLUMN "name_key" TEXT NOT NULL DEFAULT '',
ADD COLUMN "other_phone_digits" TEXT,
ADD COLUMN "search_text" TEXT;

-- CreateIndex
CREATE INDEX "project_estimates_other_phone_digits_idx" ON "project_estimates"("other_phone_digits");

-- CreateIndex
CREATE INDEX "project_estimates_name_key_idx" ON "project_estimates"("name_key");

-- Rows whose keys are to be computed.
CREATE INDEX "project_estimates_unkeyed_idx" ON "project_estimates"("id") WHERE "search_text" IS NULL;

ALTER TABLE "project_estimates" DROP COLUMN "search_words";
DROP FUNCTION "estimate_search_words";

-- The words of search_text, which are folded already, and divided by blanks.
ALTER TABLE "project_estimates" ADD COLUMN "search_words" TSVECTOR
  GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(coalesce("search_text", ''), ' '), ''))) STORED;

CREATE INDEX "project_estimates_search_words_idx" ON "project_estimates" USING GIN ("search_words");

-- By the default of 100, the planner takes any rare word for one in 200 estimates, and reads them all in order of time.
ALTER TABLE "project_estimates" ALTER COLUMN "search_words" SET STATISTICS 300;
