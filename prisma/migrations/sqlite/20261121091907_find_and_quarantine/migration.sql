-- DropIndex
DROP INDEX "project_estimates_status_idx";

-- AlterTable
-- By hand: the generated statements make the table anew, and dropping the old one deletes every e-mail that refers to it.
ALTER TABLE "project_estimates" ADD COLUMN "due_at" DATETIME;
ALTER TABLE "project_estimates" ADD COLUMN "quarantined_at" DATETIME;
ALTER TABLE "project_estimates" ADD COLUMN "quarantine_reasons" TEXT;
ALTER TABLE "project_estimates" ADD COLUMN "spam_at" DATETIME;
ALTER TABLE "project_estimates" ADD COLUMN "email_key" TEXT NOT NULL DEFAULT '';
ALTER TABLE "project_estimates" ADD COLUMN "phone_digits" TEXT;

-- Requests that were there before, as server/domain/estimates writes new ones.
UPDATE "project_estimates" SET
  "due_at" = strftime('%Y-%m-%dT%H:%M:%f', "created_at", '+24 hours') || '+00:00',
  "email_key" = lower(trim("email")),
  "phone_digits" = (
    WITH RECURSIVE "read"("position", "digits") AS (
      SELECT 1, ''
      UNION ALL
      SELECT "position" + 1, "digits" || CASE WHEN substr("phone", "position", 1) GLOB '[0-9]' THEN substr("phone", "position", 1) ELSE '' END
      FROM "read" WHERE "position" <= length("phone"))
    SELECT substr("digits", -10) FROM "read" WHERE "position" > length("phone") AND length("digits") >= 10);

-- CreateIndex
CREATE INDEX "project_estimates_quarantined_at_status_idx" ON "project_estimates"("quarantined_at", "status");

-- CreateIndex
CREATE INDEX "project_estimates_first_contact_at_due_at_id_idx" ON "project_estimates"("first_contact_at", "due_at", "id");

-- CreateIndex
CREATE INDEX "project_estimates_email_key_idx" ON "project_estimates"("email_key");

-- CreateIndex
CREATE INDEX "project_estimates_phone_digits_idx" ON "project_estimates"("phone_digits");
