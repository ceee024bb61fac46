import { CardsIcon, RowsIcon } from '#client/components/icons.tsx'
import type { ListViewName } from '#shared/estimates/estimate-list.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import styles from './view-switch.module.css'

const looks = [
  { value: 'cards', label: 'Cards', icon: <CardsIcon /> },
  { value: 'compact', label: 'Compact', icon: <RowsIcon /> },
] as const

type ViewSwitchProps = { view: ListViewName; onChoose: (view: ListViewName) => void }

export function ViewSwitch({ view, onChoose }: ViewSwitchProps) {
  return (
    <div className={styles.switch}>
      <ChoiceButtons label="View" variant="row" options={looks} value={view} onChoose={onChoose} />
    </div>
  )
}
