-- DropIndex
DROP INDEX "project_estimates_status_idx";

-- AlterTable
ALTER TABLE "project_estimates" ADD COLUMN     "due_at" TIMESTAMPTZ(3),
ADD COLUMN     "email_key" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "phone_digits" TEXT,
ADD COLUMN     "quarantine_reasons" TEXT,
ADD COLUMN     "quarantined_at" TIMESTAMPTZ(3),
ADD COLUMN     "spam_at" TIMESTAMPTZ(3);

-- Requests that were there before, as server/domain/estimates writes new ones.
UPDATE "project_estimates" SET
  "due_at" = "created_at" + interval '24 hours',
  "email_key" = lower(trim("email")),
  "phone_digits" = CASE WHEN length(regexp_replace("phone", '[^0-9]', '', 'g')) >= 10
    THEN right(regexp_replace("phone", '[^0-9]', '', 'g'), 10) END;

-- CreateIndex
CREATE INDEX "project_estimates_quarantined_at_status_idx" ON "project_estimates"("quarantined_at", "status");

-- CreateIndex
CREATE INDEX "project_estimates_first_contact_at_due_at_id_idx" ON "project_estimates"("first_contact_at", "due_at", "id");

-- CreateIndex
CREATE INDEX "project_estimates_email_key_idx" ON "project_estimates"("email_key");

-- CreateIndex
CREATE INDEX "project_estimates_phone_digits_idx" ON "project_estimates"("phone_digits");
