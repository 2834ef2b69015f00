@echo off
rem tt-print out of this folder, from anywhere: .\tt-print start. The first run sets it up in .venv\; later ones start at
rem once. On Linux and macOS: tt-print.
setlocal
set "FOLDER=%~dp0"
set "VENV=%~dp0.venv"
set "READY="
rem the folder that .venv was made in: in another one it does not work
if exist "%VENV%\.ready" set /p READY=<"%VENV%\.ready"
if "%READY%"=="%FOLDER%" goto run

set "PYTHON=py -3"
where py >nul 2>nul
if errorlevel 1 set "PYTHON=python"
%PYTHON% -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul
if not errorlevel 1 goto set_up
>&2 echo tt-print needs Python 3.11 or newer. Get it from https://www.python.org/downloads/, then open a new window.
exit /b 1

:set_up
>&2 echo Setting up in .venv\ (once; a minute) ...
if not "%READY%"=="" rmdir /s /q "%VENV%"
%PYTHON% -m venv "%VENV%"
if errorlevel 1 exit /b 1
"%VENV%\Scripts\python.exe" -m pip install --quiet --disable-pip-version-check --editable "%FOLDER%."
if not errorlevel 1 goto done
>&2 echo That did not work. Setting up needs the internet, this once.
exit /b 1

:done
>"%VENV%\.ready" echo %FOLDER%

:run
"%VENV%\Scripts\tt-print.exe" %*
exit /b %ERRORLEVEL%
