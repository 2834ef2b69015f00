@echo off
rem tt-print out of this folder, from anywhere: .\tt-print start. The first run, and the first after an update, sets it up in
rem .venv\ (set_up.py). If the variable PYTHON is set, it names the Python for that. On Linux and macOS: tt-print.
setlocal
set "FOLDER=%~dp0"
set "VENV=%~dp0.venv"
set "READY="
rem the folder that .venv was made in, in quotes: in another one it does not work
if exist "%VENV%\.ready" set /p READY=<"%VENV%\.ready"
if not defined READY goto find_python
set "READY=%READY:"=%"
if not "%READY%"=="%FOLDER%" goto find_python
if not exist "%VENV%\Scripts\tt-print.exe" goto find_python
fc /b "%FOLDER%pyproject.toml" "%VENV%\.set-up-for.toml" >nul 2>nul
if not errorlevel 1 goto run

:find_python
if defined PYTHON set RUN="%PYTHON%"
if defined PYTHON goto check
set "RUN=py -3"
where py >nul 2>nul
if errorlevel 1 set "RUN=python"

:check
%RUN% -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul
if not errorlevel 1 goto set_up
>&2 echo tt-print needs Python 3.11 or newer. Get it from https://www.python.org/downloads/, then open a new window. Found here:
>&2 %RUN% --version
exit /b 1

:set_up
%RUN% -I "%FOLDER%set_up.py"
if errorlevel 1 exit /b 1
>"%VENV%\.ready" echo "%FOLDER%"

:run
"%VENV%\Scripts\tt-print.exe" %*
exit /b %ERRORLEVEL%
