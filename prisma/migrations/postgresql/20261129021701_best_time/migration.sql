-- AlterTable
ALTER TABLE "project_estimates" ADD COLUMN     "best_time" VARCHAR(50);
