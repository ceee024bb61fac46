import { createFileRoute } from '@tanstack/react-router'
import { ServicePage } from '#client/features/services/service-page.tsx'

export const Route = createFileRoute('/services/$slug')({ component: Service })

function Service() {
  return <ServicePage slug={Route.useParams().slug} />
}
