"""Roll & Raid: production on a clan sheet, then raids with bids of Vikings."""
