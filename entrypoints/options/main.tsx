import { OptionsScreen } from '@/components/options/OptionsScreen'
import { mount } from '@/components/mount'

mount(<OptionsScreen />)
