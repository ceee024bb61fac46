-- What a staff member is told of by email.
ALTER TABLE "users" ADD COLUMN     "new_estimates_since" TIMESTAMPTZ(3),
ADD COLUMN     "notify_assigned" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "notify_deadlines" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "notify_digest" BOOLEAN NOT NULL DEFAULT true;
CREATE INDEX "users_role_idx" ON "users"("role");

-- CreateTable
CREATE TABLE "nudges" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "nudges_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "nudges_created_at_idx" ON "nudges"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "nudges_user_id_kind_subject_key" ON "nudges"("user_id", "kind", "subject");

-- AddForeignKey
ALTER TABLE "nudges" ADD CONSTRAINT "nudges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An index that a Prisma schema cannot express. A digest lists the follow-ups that are due.
CREATE INDEX "project_estimates_open_follow_ups_idx" ON "project_estimates"("follow_up_on", "id", "assignee_id") WHERE "follow_up_on" IS NOT NULL AND "outcome" = 'open' AND "quarantined_at" IS NULL;
