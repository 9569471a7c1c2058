import { mount } from '@/components/mount'
import { OptionsScreen } from '@/components/options/OptionsScreen'

mount(<OptionsScreen />)
