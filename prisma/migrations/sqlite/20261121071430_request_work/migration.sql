-- AlterTable
-- By hand: the generated statements make the table anew, and dropping the old one deletes every e-mail that refers to it.
ALTER TABLE "project_estimates" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "project_estimates" ADD COLUMN "first_contact_at" DATETIME;
ALTER TABLE "project_estimates" ADD COLUMN "outcome" TEXT NOT NULL DEFAULT 'open';
ALTER TABLE "project_estimates" ADD COLUMN "outcome_reason" TEXT;
ALTER TABLE "project_estimates" ADD COLUMN "assignee_id" TEXT REFERENCES "users" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "project_estimates" ADD COLUMN "follow_up_on" TEXT;

-- CreateTable
CREATE TABLE "estimate_events" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "estimate_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_email" TEXT,
    "at" DATETIME NOT NULL,
    "details" TEXT NOT NULL,
    CONSTRAINT "estimate_events_estimate_id_fkey" FOREIGN KEY ("estimate_id") REFERENCES "project_estimates" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "estimate_events_estimate_id_id_idx" ON "estimate_events"("estimate_id", "id");
