import { CheckIcon, ClockIcon, HouseIcon, ShieldIcon } from '#client/components/icons.tsx'
import { company, licenseLine } from '#shared/company.ts'
import { HomeSection } from './home-section.tsx'
import styles from './home-trust.module.css'

const { claims } = company

const grounds = [
  {
    Icon: ShieldIcon,
    name: claims.licensed.sentence,
    text: `${licenseLine}, general liability and workers’ compensation.`,
  },
  { Icon: ClockIcon, name: claims.experience.sentence, text: 'In houses of every age this city has built.' },
  {
    Icon: HouseIcon,
    name: 'Hundreds of projects',
    text: `${claims.projects.sentence}, from one tiled wall to whole floors.`,
  },
] as const

export function HomeTrust() {
  return (
    <HomeSection title="Work you can check before you hire us" ground="sunken">
      <div className={styles.columns}>
        <ul className={styles.grounds}>
          {grounds.map(({ Icon, name, text }) => (
            <li key={name}>
              <Icon />
              <div>
                <h3 className={styles.name}>{name}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <div className={styles.why}>
          <h3 className={styles.whyTitle}>Why owners choose us</h3>
          <ul className={styles.points}>
            {company.whyChoose.map(({ title, text }) => (
              <li key={title}>
                <CheckIcon />
                <p>
                  <strong>{title}.</strong> {text}
                </p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </HomeSection>
  )
}
