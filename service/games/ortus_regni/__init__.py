"""Ortus Regni: Earls, battles, disputes and jousts."""
