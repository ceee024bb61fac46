import { Group, Stack } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { api } from '#client/lib/api.ts'
import { errorReason } from '#client/lib/api-error.ts'
import { toPeriod } from '#client/lib/search-params/report-search.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import section from '../layout/page-section.module.css'
import { LoadError, MessageCard, NoAccess, Skeleton, useRetry } from '../layout/page-states.tsx'
import { queryOptions } from '../layout/query-options.ts'
import { useStaff } from '../layout/staff-context.ts'
import { useNow } from '../ui/use-now.ts'
import { dayLabel } from '../ui/work-labels.ts'
import { PeriodPicker } from './period-picker.tsx'
import { ReportSheet } from './report-sheet.tsx'

export function ReportSection() {
  const { email } = useStaff()
  const search = useSearch({ from: '/admin/reports' })
  const period = toPeriod(search, newYorkDay(useNow()))
  const query = api.reports.overview.useQuery(period, queryOptions)
  const { data, error } = query
  const { heading, retry } = useRetry(query.refetch)

  function content() {
    if (errorReason(error) === 'insufficient_role') return <NoAccess email={email} onRetry={retry} />
    if (data && data.total.requests > 0) return <ReportSheet overview={data} period={period} />
    if (data)
      return (
        <MessageCard title="No requests in this period" role="status">
          <p>Nothing came in on these days, spam excluded. Choose a longer period.</p>
        </MessageCard>
      )
    if (query.isFetching || !error) return <Skeleton label="Loading the report…" cards={2} />
    return (
      <LoadError
        title="We couldn’t load the report"
        role="alert"
        text="Your requests are safe. Only this page couldn’t get its numbers."
        onRetry={retry}
      />
    )
  }

  return (
    <Stack component="section" className={section.content} aria-labelledby="reports-heading">
      <Group justify="space-between" align="end" gap="sm" mt="xs">
        <div>
          <h2 id="reports-heading" ref={heading} tabIndex={-1} className={section.heading}>
            Reports
          </h2>
          <p className={section.aside}>{`${dayLabel(period.from)} to ${dayLabel(period.to)}`}</p>
        </div>
        <PeriodPicker search={search} period={period} />
      </Group>
      {content()}
    </Stack>
  )
}
