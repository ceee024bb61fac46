-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "parent_access_digest" TEXT;
