// The document of everything else: the creator's pages, behind the router.
import './styles/creator.css';
import { CreatorApp } from './creator-app.tsx';
import { start } from './start.tsx';

start(<CreatorApp />);
