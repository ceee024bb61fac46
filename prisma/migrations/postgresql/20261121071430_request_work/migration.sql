-- AlterTable
ALTER TABLE "project_estimates" ADD COLUMN     "assignee_id" TEXT,
ADD COLUMN     "first_contact_at" TIMESTAMPTZ(3),
ADD COLUMN     "follow_up_on" TEXT,
ADD COLUMN     "outcome" TEXT NOT NULL DEFAULT 'open',
ADD COLUMN     "outcome_reason" TEXT,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "estimate_events" (
    "id" TEXT NOT NULL,
    "estimate_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_email" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "details" TEXT NOT NULL,

    CONSTRAINT "estimate_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "estimate_events_estimate_id_id_idx" ON "estimate_events"("estimate_id", "id");

-- AddForeignKey
ALTER TABLE "project_estimates" ADD CONSTRAINT "project_estimates_assignee_id_fkey" FOREIGN KEY ("assignee_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "estimate_events" ADD CONSTRAINT "estimate_events_estimate_id_fkey" FOREIGN KEY ("estimate_id") REFERENCES "project_estimates"("id") ON DELETE CASCADE ON UPDATE CASCADE;
