import { createFileRoute } from '@tanstack/react-router'
import { DriveWithUsPage } from '@/features/drive-with-us/DriveWithUsPage'

export const Route = createFileRoute('/drive-with-us')({ component: DriveWithUsPage })
