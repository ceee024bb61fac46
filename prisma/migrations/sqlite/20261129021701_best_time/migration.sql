-- AlterTable
ALTER TABLE "project_estimates" ADD COLUMN "best_time" TEXT;
