import { HomeBoroughs } from './home-boroughs.tsx'
import { HomeContact } from './home-contact.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomeProjects } from './home-projects.tsx'
import { HomeProof } from './home-proof.tsx'
import { HomeServices } from './home-services.tsx'
import { HomeTrust } from './home-trust.tsx'

export function HomePage() {
  return (
    <>
      <HomeHero />
      <HomeServices />
      <HomeProjects />
      <HomeTrust />
      <HomeProof />
      <HomeBoroughs />
      <HomeContact />
    </>
  )
}
