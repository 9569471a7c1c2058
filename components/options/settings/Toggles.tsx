import { usePageWords } from '../../i18n/pages'
import { Confirm } from '../../parts/Confirm'
import { Switch } from '../../parts/Switch'
import { Section, type SectionProps } from './Section'
import { useChange } from './useChange'

/** What is on or off: test networks, and whether software drives this browser. */
export function Toggles({ settings, onChanged }: SectionProps) {
  const { t } = usePageWords()
  const testnets = useChange(onChanged)
  const agents = useChange(onChanged)
  const developer = useChange(onChanged)
  return (
    <Section id="modes" title={t.settings.modes}>
      <Switch
        label={t.settings.testnets}
        more={t.settings.testnetsMore}
        on={settings.testnets}
        disabled={testnets.action.busy}
        onChange={(on) => testnets.apply({ kind: 'testnets', on })}
      />
      <Confirm change={testnets} label={t.settings.needsPassword} />
      <Switch
        label={t.settings.agents}
        more={t.settings.agentsMore}
        on={settings.agentsDrive}
        disabled={agents.action.busy}
        onChange={(on) => agents.apply({ kind: 'agentsDrive', on })}
      />
      <Confirm change={agents} label={t.settings.needsPassword} />
      <Switch
        label={t.owner.developer.switch}
        more={t.owner.developer.switchMore}
        on={settings.developer}
        disabled={developer.action.busy}
        onChange={(on) => developer.apply({ kind: 'developer', on })}
      />
      {settings.developer && (
        <p>
          <a className="link" href="#/developer">
            {t.owner.developer.title}
          </a>
        </p>
      )}
    </Section>
  )
}
