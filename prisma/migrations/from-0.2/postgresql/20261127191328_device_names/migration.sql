-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "device_name" TEXT;
