-- AlterTable
ALTER TABLE "estimate_events" ADD COLUMN     "actor_name" TEXT;

-- AlterTable
ALTER TABLE "estimate_exports" ADD COLUMN     "actor_name" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "invited_at" TIMESTAMPTZ(3),
ADD COLUMN     "invited_by_id" TEXT,
ADD COLUMN     "name" TEXT;
