-- AlterTable
ALTER TABLE "project_estimates" ADD COLUMN "source" TEXT NOT NULL DEFAULT 'website';
