import skeleton from '../list-skeleton.module.css'

const cards = ['numbers', 'weeks']

/** The shape of a report while it loads. */
export function ReportSkeleton() {
  return (
    <div role="status">
      <p className={skeleton.words}>Loading the report…</p>
      <div className={skeleton.cards} aria-hidden="true">
        {cards.map((card) => (
          <div key={card} className={skeleton.card}>
            <span />
            <span />
            <span />
          </div>
        ))}
      </div>
    </div>
  )
}
