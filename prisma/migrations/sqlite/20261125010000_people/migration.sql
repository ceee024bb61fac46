-- AlterTable
ALTER TABLE "estimate_events" ADD COLUMN "actor_name" TEXT;

-- AlterTable
ALTER TABLE "estimate_exports" ADD COLUMN "actor_name" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN "invited_at" DATETIME;
ALTER TABLE "users" ADD COLUMN "invited_by_id" TEXT;
ALTER TABLE "users" ADD COLUMN "name" TEXT;
