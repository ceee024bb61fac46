import { memo } from 'react'
import checkbox from '../ui/checkbox.module.css'
import styles from './select-box.module.css'
import type { Select } from './use-selection.ts'

type SelectBoxProps = { id: string; name: string; selected: boolean; onSelect: Select }

/** With Shift, a press selects everything since the last one. */
export const SelectBox = memo(function SelectBox({ id, name, selected, onSelect }: SelectBoxProps) {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        className={checkbox.checkbox}
        checked={selected}
        aria-label={`Select ${name}`}
        onChange={({ nativeEvent }) => onSelect(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
})
